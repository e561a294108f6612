import { setImmediate as otherWork } from 'node:timers/promises';
import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { ScreenedText, screenText } from './screened-text.js';

/** Texts that are looked through as one, in UTF-16 units. */
const batchLength = 200_000;

/** So that no secret reaches from one text into the next: none has an empty line in it but a private key. */
const separator = '\n\n';

/**
 * Screens many texts, such as messages. They are looked through together, and one by one only where something was found:
 * most are short, and each look has a cost of its own.
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
    // Findings come by start: each is looked at once, and where the furthest of them ends is kept.
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
