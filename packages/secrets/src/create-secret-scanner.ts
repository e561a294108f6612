import type { ILogger, ISecretScanner } from '@lexichord/abstractions';

/** A scanner without a container, for text that is shown before there is one. Its code and rules are loaded here. */
export async function createSecretScanner(log: ILogger): Promise<ISecretScanner> {
  const { SecretScanner } = await import('./secret-scanner.js');
  return new SecretScanner(log);
}
