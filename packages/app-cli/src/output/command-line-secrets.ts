import type { CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { createQuoteScreen } from '@lexichord/secrets/internal';

/**
 * Finds the secrets of a command line, and returns a function that replaces them in a text that may quote the command
 * line. The joined words are scanned, too, for pairs such as `password hunter2`.
 *
 * @param argv without the program's own name
 * @throws the signal's reason
 */
export function screenOfCommandLine(
  argv: readonly string[],
  scanner: ISecretScanner,
  options: CallOptions = {},
): Promise<(text: string) => string> {
  return createQuoteScreen([...argv.flatMap(partsToScan), argv.join(' ')], scanner, options);
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
