import type { CallOptions } from '@lexichord/abstractions';
import { screenValues } from '@lexichord/secrets/internal';

import { screenOfCommandLine } from './command-line-secrets.js';

/**
 * Replaces secrets in an error. The command line is scanned separately: a message may quote a secret in part or
 * escaped, and no rule would recognise it there.
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
  const screen = await screenOfCommandLine(argv, scanner, { signal });
  const { value } = await screenValues(mapTexts(error, screen), { scanner, signal });
  return value;
}

function mapTexts<T extends object>(error: T, map: (text: string) => string): T {
  return JSON.parse(JSON.stringify(error, (_key, one: unknown) => (typeof one === 'string' ? map(one) : one))) as T;
}
