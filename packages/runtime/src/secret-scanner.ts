// For a host that shows text without an open runtime, such as errors in its arguments. Loads only the scanner.
import type { ISecretScanner } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createSecretScanner as createScanner } from '@lexichord/secrets';

/** Creates the scanner of a runtime, without a runtime. */
export function createSecretScanner(): Promise<ISecretScanner> {
  return createScanner(new SilentLogger());
}
