import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { screenValues, secretPlaceholder } from '@lexichord/platform/internal';

/** A secret on the command line. */
interface TypedSecret {
  readonly rule: string;
  readonly value: string;
}

/**
 * What is told of a failure, without secrets. What was typed is looked at where it stands, too: a message repeats a part of
 * it or writes it in another way, such as with backslashes, and no rule knows it any more.
 *
 * The scanner is loaded here, with the first failure: a command that succeeds does not wait for it.
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

/** Longest first, so that none is replaced in part. The words are looked at as one text, too: `password hunter2` are two. */
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

/** A word, and what is in it behind the signs of an option: behind other letters rules do not know a secret, as in `-xghp_…`. */
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
