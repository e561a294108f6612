// For a host that shows text while no runtime is open, such as errors in its arguments. Loads the scanner alone.
import type { ISecretScanner } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createSecretScanner as createScanner } from '@lexichord/secrets';

/** The scanner that a runtime has, without a runtime. */
export function createSecretScanner(): Promise<ISecretScanner> {
  return createScanner(new SilentLogger());
}
