import { ISecretScanner, type JsonValue } from '@lexichord/abstractions';
import { withLogScreen } from '@lexichord/platform/internal';
import { createQuoteScreen, textsIn, type OutputScreening } from '@lexichord/secrets/internal';

/**
 * Runs a call so that the log shows no secret of its arguments, such as a denied path. Secrets are found before,
 * because a log line cannot wait for a scan.
 *
 * @param brought arguments, a plain JSON value
 * @throws the errors of `work`; the signal's reason
 */
export async function withScreenedLog<T>(
  brought: object,
  { runtime, signal }: OutputScreening,
  work: () => Promise<T>,
): Promise<T> {
  const texts = textsIn(brought as JsonValue);
  return withLogScreen(await createQuoteScreen(texts, runtime.resolve(ISecretScanner), { signal }), work);
}
