import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { escapeCharacter } from '@lexichord/platform/internal';

import { secretPlaceholder } from './screened-text.js';

/** A secret of a text that may be quoted. */
interface QuotedSecret {
  readonly placeholder: string;
  /** Spellings: verbatim, escaped as in JSON, and escaped as in shown paths. */
  readonly spellings: readonly string[];
}

/**
 * Minimum length of a partial secret, in UTF-16 units: shorter ones reveal nothing, and are beginnings of other words.
 */
const minShownStart = 6;

/**
 * Finds the secrets of texts, and returns a function that replaces them in texts that may quote these: an error, or the
 * log, whose lines cannot wait for a scan. A quote may contain an escaped secret or only its beginning, which no rule
 * would recognise.
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

/** Returns distinct secrets, longest first, so that none is replaced partially. */
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

/** Checks for the secret first: a call may have many, and a log line hardly ever has one. */
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

/** Length of the secret's beginning at the end of a text, in UTF-16 units; 0 below the minimum. */
function lengthOfStart(text: string, value: string): number {
  if (!text.includes(value.slice(0, minShownStart))) return 0;
  for (let length = Math.min(text.length, value.length - 1); length >= minShownStart; length -= 1) {
    if (text.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}
