import 'reflect-metadata';
import type { Token } from '@lexichord/abstractions';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

/** A contract with only asynchronous methods. */
type Asynchronous<T> = { readonly [Name in keyof T]: (...parameters: never[]) => Promise<unknown> };

/** A proxy for a service until it is called. */
export interface LazyService<T> {
  /** Every method of the contract: a missing one could not be called. */
  readonly methods: { readonly [Name in keyof T]: true };
  /** Runs before each call; throws when the call is not allowed. */
  readonly check?: () => void;
  /** Imports and creates the service. Called at most once for each container, unless it fails. */
  readonly load: (container: DependencyContainer) => Promise<T>;
  /** Frees the resources of the service and its parts, loaded or not. */
  readonly dispose?: (container: DependencyContainer) => Promise<void>;
}

/**
 * Registers a service, once for each container, whose code is loaded with the first call. For services that most
 * commands do not use: loading the code of an index takes longer than assembling a small context.
 */
export function registerLazy<T extends Asynchronous<T>>(
  container: DependencyContainer,
  token: Token<T>,
  service: LazyService<T>,
): void {
  container.register<T>(token, { useFactory: instanceCachingFactory((scope) => standIn(scope, service)) });
}

function standIn<T extends Asynchronous<T>>(
  container: DependencyContainer,
  { methods, check, load, dispose }: LazyService<T>,
): T {
  let loading: Promise<T> | undefined;
  const service = (): Promise<T> => {
    // A failure is not cached: the next call may succeed.
    loading ??= load(container).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const calls = (Object.keys(methods) as (keyof T)[]).map((name) => [
    name,
    async (...parameters: never[]) => {
      check?.();
      return (await service())[name](...parameters);
    },
  ]);
  return Object.freeze({
    ...Object.fromEntries(calls),
    dispose: async () => dispose?.(container),
  }) as T;
}
