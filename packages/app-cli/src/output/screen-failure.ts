import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { screenValues, secretPlaceholder } from '@lexichord/secrets/internal';

/** A secret found on the command line. */
interface CommandLineSecret {
  readonly rule: string;
  readonly value: string;
}

/**
 * Replaces secrets in an error. The command line is scanned separately: a message may quote a secret in part or
 * escaped, and no rule would recognise it there.
 *
 * The scanner is loaded on the first failure, so that a successful command does not wait for it.
 *
 * @param error what `JSON.stringify` writes as it is
 * @param argv the whole command line
 * @throws the signal's reason
 */
export async function screenFailure<T extends object>(
  error: T,
  argv: readonly string[],
  { signal }: CallOptions = {},
): Promise<T> {
  const { createSecretScanner } = await import('@lexichord/runtime/secret-scanner');
  const scanner = await createSecretScanner();
  const secrets = await findCommandLineSecrets(argv, scanner, { signal });
  const { value } = await screenValues(withoutCommandLineSecrets(error, secrets), { scanner, signal });
  return value;
}

/**
 * Secrets of the command line, longest first, so that none is replaced in part. The joined words are scanned too, for
 * pairs such as `password hunter2`.
 */
async function findCommandLineSecrets(
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

function withoutCommandLineSecrets<T extends object>(error: T, secrets: readonly CommandLineSecret[]): T {
  if (secrets.length === 0) return error;
  const text = JSON.stringify(error, (_key, one: unknown) =>
    typeof one === 'string' ? replaceSecrets(one, secrets) : one,
  );
  return JSON.parse(text) as T;
}

function replaceSecrets(text: string, secrets: readonly CommandLineSecret[]): string {
  let shown = text;
  for (const { rule, value } of secrets) {
    for (const written of [value, JSON.stringify(value).slice(1, -1)]) {
      shown = shown.replaceAll(written, () => secretPlaceholder(rule));
    }
  }
  return shown;
}
