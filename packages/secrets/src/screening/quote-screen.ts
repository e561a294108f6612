import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { escapeCharacter } from '@lexichord/platform/internal';

import { secretPlaceholder } from './screened-text.js';

/** A secret of a text that may be quoted. */
interface QuotedSecret {
  readonly rule: string;
  readonly value: string;
}

/** Shorter beginnings of a secret, in UTF-16 units, tell nothing, and are those of other words, too. */
const minShownStart = 6;

/**
 * Finds the secrets of texts, and returns what replaces them in a text that may quote these: an error, or the log, whose
 * lines cannot wait to be scanned. A quote may show a secret with escapes, or its beginning alone, where no rule would
 * know it.
 *
 * @throws the signal's reason
 */
export async function createQuoteScreen(
  texts: Iterable<string>,
  scanner: ISecretScanner,
  { signal }: CallOptions = {},
): Promise<(text: string) => string> {
  const secrets = await findSecrets(texts, scanner, { signal });
  return (text) => secrets.reduce((shown, secret) => replaceSecret(shown, secret), text);
}

/** Each once, longest first, so that none is replaced in part. */
async function findSecrets(
  texts: Iterable<string>,
  scanner: ISecretScanner,
  { signal }: CallOptions,
): Promise<readonly QuotedSecret[]> {
  const found = new Map<string, QuotedSecret>();
  for (const text of texts) {
    for (const { rule, startOffset, endOffset } of await scanner.scan(text, { signal })) {
      const value = text.slice(startOffset, endOffset);
      if (!found.has(value)) found.set(value, { rule, value });
    }
  }
  return [...found.values()].sort((left, right) => right.value.length - left.value.length);
}

function replaceSecret(text: string, { rule, value }: QuotedSecret): string {
  let shown = text;
  for (const written of waysToWrite(value)) {
    shown = withoutStart(
      shown.replaceAll(written, () => secretPlaceholder(rule)),
      { rule, value: written },
    );
  }
  return shown;
}

/** As it is, as JSON has it, and as messages show a path. */
function waysToWrite(value: string): ReadonlySet<string> {
  const escaped = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
  return new Set([value, JSON.stringify(value).slice(1, -1), escaped]);
}

/** Replaces the beginning of the secret where the text is cut, as messages and log lines cut long paths. */
function withoutStart(text: string, { rule, value }: QuotedSecret): string {
  const [last = '', ...cut] = text.split('…').toReversed();
  const shown = cut.toReversed().map((beforeCut) => {
    const length = lengthOfStart(beforeCut, value);
    return length === 0 ? beforeCut : `${beforeCut.slice(0, -length)}${secretPlaceholder(rule)}`;
  });
  return [...shown, last].join('…');
}

/** How much of the beginning of a secret a text ends with, in UTF-16 units; zero for too little. */
function lengthOfStart(text: string, value: string): number {
  for (let length = Math.min(text.length, value.length - 1); length >= minShownStart; length -= 1) {
    if (text.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}
