import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { screenValues, secretPlaceholder } from '@lexichord/platform/internal';

/** A secret found on the command line. */
interface TypedSecret {
  readonly rule: string;
  readonly value: string;
}

/**
 * Replaces secrets in an error. The command line is scanned separately: a message may quote a secret in part or
 * escaped, and no rule would recognise it there.
 *
 * The scanner is loaded on the first failure, so that a successful command does not wait for it.
 *
 * @param told what `JSON.stringify` writes as it is
 * @param argv the whole command line
 * @throws the signal's reason
 */
export async function screenFailure<T extends object>(
  told: T,
  argv: readonly string[],
  { signal }: CallOptions = {},
): Promise<T> {
  const { createSecretScanner } = await import('@lexichord/runtime/secret-scanner');
  const scanner = await createSecretScanner();
  const typed = await findTypedSecrets(argv, scanner, { signal });
  const { value } = await screenValues(withoutTyped(told, typed), { scanner, signal });
  return value;
}

/**
 * Secrets of the command line, longest first, so that none is replaced in part. The joined words are scanned too, for
 * pairs such as `password hunter2`.
 */
async function findTypedSecrets(
  argv: readonly string[],
  scanner: ISecretScanner,
  { signal }: CallOptions,
): Promise<readonly TypedSecret[]> {
  const found: TypedSecret[] = [];
  for (const text of [...argv.flatMap(readingsOf), argv.join(' ')]) {
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
function readingsOf(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  const behindEqualsSign = word.slice(word.indexOf('=') + 1);
  return [word, word.replace(/^-+/u, ''), word.slice(2), behindEqualsSign];
}

function withoutTyped<T extends object>(told: T, typed: readonly TypedSecret[]): T {
  if (typed.length === 0) return told;
  const text = JSON.stringify(told, (_key, one: unknown) => (typeof one === 'string' ? replaceTyped(one, typed) : one));
  return JSON.parse(text) as T;
}

function replaceTyped(text: string, typed: readonly TypedSecret[]): string {
  let shown = text;
  for (const { rule, value } of typed) {
    for (const written of [value, JSON.stringify(value).slice(1, -1)]) {
      shown = shown.replaceAll(written, () => secretPlaceholder(rule));
    }
  }
  return shown;
}
