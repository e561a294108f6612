import 'reflect-metadata';
import { ErrorCode, LexichordError, type Token } from '@lexichord/abstractions';
import { type DependencyContainer, Lifecycle, type RegistrationOptions } from 'tsyringe';

/**
 * Resolves a token, with its type. Of several registrations the last one counts.
 *
 * @throws {LexichordError} `internal` naming the token when nothing is registered for it; the errors of constructors
 * pass through
 */
export function resolveToken<T>(container: DependencyContainer, token: Token<T>): T {
  if (!container.isRegistered(token, true)) {
    const name = token.description ?? 'unnamed token';
    throw new LexichordError(
      ErrorCode.internal,
      `Nothing is registered for ${name}. Register the module that provides it.`,
      { details: { token: name } },
    );
  }
  return container.resolve<T>(token);
}

/** One instance for each container: `container.register(T, { useClass }, oncePerContainer)`. */
export const oncePerContainer: RegistrationOptions = { lifecycle: Lifecycle.ContainerScoped };
