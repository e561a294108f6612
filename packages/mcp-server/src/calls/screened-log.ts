import { ISecretScanner, type JsonValue } from '@lexichord/abstractions';
import { withLogScreen } from '@lexichord/platform/internal';
import { createQuoteScreen, textsIn } from '@lexichord/secrets/internal';

import type { Screening } from '../answers/screened.js';

/**
 * Runs a call so that no line of the log shows a secret that the call brought: a path that is refused is logged, and a
 * line cannot wait to be scanned.
 *
 * @param brought what `JSON.stringify` writes as it is
 * @throws what `work` throws; the signal's reason
 */
export async function withScreenedLog<T>(
  brought: object,
  { runtime, signal }: Screening,
  work: () => Promise<T>,
): Promise<T> {
  const texts = textsIn(brought as JsonValue);
  return withLogScreen(await createQuoteScreen(texts, runtime.resolve(ISecretScanner), { signal }), work);
}
