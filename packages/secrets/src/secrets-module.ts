import { ISecretScanner } from '@lexichord/abstractions';
import { registerWhenCalled } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

/**
 * Registers the scanner, once per container; its rules are loaded with the first scan. It needs `ILogger`, which may be
 * registered later. A host's own scanner, registered after it, takes its place.
 */
export function registerSecretsModule(container: DependencyContainer): void {
  registerWhenCalled<ISecretScanner>(container, ISecretScanner, {
    methods: { scan: true },
    load: async (scope) => scope.resolve((await import('./secret-scanner.js')).SecretScanner),
  });
}
