import { setImmediate as otherWork } from 'node:timers/promises';
import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { ScreenedText, screenText } from './screened-text.js';

/** Maximum length of texts that are scanned together, in UTF-16 units. */
const batchLength = 200_000;

/** Separates texts, so that no secret spans two of them: only private keys can contain an empty line. */
const separator = '\n\n';

/**
 * Screens many texts, such as messages. Scans them together, and separately only where something was found: most texts
 * are short, and each scan has a fixed cost.
 *
 * @returns in the order of the texts
 * @throws the signal's reason
 */
export async function screenTexts(
  texts: readonly string[],
  scanner: ISecretScanner,
  { signal }: CallOptions = {},
): Promise<readonly ScreenedText[]> {
  const screened: ScreenedText[] = [];
  for (const batch of batchesOf(texts)) {
    if (screened.length > 0) await otherWork();
    signal?.throwIfAborted();
    const findings = await scanner.scan(batch.join(separator), { signal });
    let start = 0;
    // Findings are sorted by start: each is read once, and the furthest end is kept.
    let [next, reach] = [0, 0];
    for (const text of batch) {
      const end = start + text.length;
      for (let found = findings[next]; found !== undefined && found.startOffset < end; found = findings[next]) {
        reach = Math.max(reach, found.endOffset);
        next += 1;
      }
      screened.push(reach > start ? await screenText(text, scanner, { signal }) : new ScreenedText(text, []));
      start = end + separator.length;
    }
  }
  return screened;
}

function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (batch.length > 0 && length + text.length > batchLength) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) yield batch;
}
