import { type ILogger, ISecretScanner } from '@lexichord/abstractions';
import { registerLazy } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

/**
 * Registers the scanner, once per container; its rules are loaded with the first scan. Needs `ILogger`, which may be
 * registered later. A scanner that a host registers afterwards replaces it.
 */
export function registerSecretsModule(container: DependencyContainer): void {
  registerLazy<ISecretScanner>(container, ISecretScanner, {
    methods: { scan: true },
    load: async (scope) => scope.resolve((await import('./secret-scanner.js')).SecretScanner),
  });
}

/**
 * Creates a scanner without a container, for text that is shown before there is one. Loads its code; rules are loaded
 * with the first scan.
 */
export async function createSecretScanner(log: ILogger): Promise<ISecretScanner> {
  const { SecretScanner } = await import('./secret-scanner.js');
  return new SecretScanner(log);
}
