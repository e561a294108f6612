import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { escapeCharacter } from '@lexichord/platform/internal';

import { secretPlaceholder } from './screened-text.js';

/** A secret of a text that may be quoted. */
interface QuotedSecret {
  readonly placeholder: string;
  /** As it is, as JSON has it, and as messages show a path. */
  readonly spellings: readonly string[];
}

/** Shorter beginnings of a secret, in UTF-16 units, reveal nothing, and are those of other words, too. */
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
  const rules = new Map<string, string>();
  for (const text of texts) {
    for (const { rule, startOffset, endOffset } of await scanner.scan(text, { signal })) {
      const value = text.slice(startOffset, endOffset);
      if (!rules.has(value)) rules.set(value, rule);
    }
  }
  return [...rules]
    .sort(([left], [right]) => right.length - left.length)
    .map(([value, rule]) => ({ placeholder: secretPlaceholder(rule), spellings: spellingsOf(value) }));
}

function spellingsOf(value: string): readonly string[] {
  const escaped = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
  return [...new Set([value, JSON.stringify(value).slice(1, -1), escaped])];
}

/** A call may bring many secrets, of which a line of the log has hardly ever one. */
function replaceSecret(text: string, { placeholder, spellings }: QuotedSecret): string {
  let shown = text;
  for (const value of spellings) {
    if (shown.includes(value)) shown = shown.replaceAll(value, () => placeholder);
    if (shown.includes('…')) shown = withoutStart(shown, value, placeholder);
  }
  return shown;
}

/** Replaces the beginning of a secret where the text is cut, as messages and log lines cut long paths. */
function withoutStart(text: string, value: string, placeholder: string): string {
  const [last = '', ...cut] = text.split('…').toReversed();
  const shown = cut.toReversed().map((beforeCut) => {
    const length = lengthOfStart(beforeCut, value);
    return length === 0 ? beforeCut : `${beforeCut.slice(0, -length)}${placeholder}`;
  });
  return [...shown, last].join('…');
}

/** How much of the beginning of a secret a text ends with, in UTF-16 units; zero for too little. */
function lengthOfStart(text: string, value: string): number {
  if (!text.includes(value.slice(0, minShownStart))) return 0;
  for (let length = Math.min(text.length, value.length - 1); length >= minShownStart; length -= 1) {
    if (text.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}
