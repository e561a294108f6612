import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { escapeCharacter } from '@lexichord/platform/internal';
import { secretPlaceholder } from '@lexichord/secrets/internal';

/** A secret found on the command line. */
interface CommandLineSecret {
  readonly rule: string;
  readonly value: string;
}

/** Shorter beginnings of a secret, in UTF-16 units, tell nothing, and are those of other words, too. */
const minShownStart = 6;

/**
 * Finds the secrets of a command line, and returns what replaces them in a text that may quote the command line: an error,
 * or the log, whose lines cannot wait to be scanned. A text may show a secret with escapes, or its beginning alone, where
 * no rule would know it.
 *
 * @param argv without the program's own name
 * @throws the signal's reason
 */
export async function screenOfCommandLine(
  argv: readonly string[],
  scanner: ISecretScanner,
  { signal }: CallOptions = {},
): Promise<(text: string) => string> {
  const secrets = await findSecrets(argv, scanner, { signal });
  return (text) => secrets.reduce((shown, secret) => replaceSecret(shown, secret), text);
}

/**
 * Longest first, so that none is replaced in part. The joined words are scanned too, for pairs such as
 * `password hunter2`.
 */
async function findSecrets(
  argv: readonly string[],
  scanner: ISecretScanner,
  { signal }: CallOptions,
): Promise<readonly CommandLineSecret[]> {
  const found: CommandLineSecret[] = [];
  for (const text of [...argv.flatMap(partsToScan), argv.join(' ')]) {
    for (const { rule, startOffset, endOffset } of await scanner.scan(text, { signal })) {
      found.push({ rule, value: text.slice(startOffset, endOffset) });
    }
  }
  return found.sort((left, right) => right.value.length - left.value.length);
}

/**
 * A word, and its parts after an option's name: rules do not recognise a secret that follows other letters, as in
 * `-xghp_…`.
 */
function partsToScan(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  const behindEqualsSign = word.slice(word.indexOf('=') + 1);
  return [word, word.replace(/^-+/u, ''), word.slice(2), behindEqualsSign];
}

function replaceSecret(text: string, { rule, value }: CommandLineSecret): string {
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
function withoutStart(text: string, { rule, value }: CommandLineSecret): string {
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
