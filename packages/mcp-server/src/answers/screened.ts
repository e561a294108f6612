import { type ILexichordRuntime, ISecretScanner } from '@lexichord/abstractions';
import { screenValues } from '@lexichord/secrets/internal';

/** Scanner and abort signal of a screening. */
export interface Screening {
  readonly runtime: Pick<ILexichordRuntime, 'resolve'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Replaces secrets in a value by placeholders, also in names of files. Must run before an answer is fitted into its
 * budget, because a placeholder has a different size.
 *
 * @param value plain JSON value
 * @throws the signal's reason
 */
export async function screened<T extends object>(value: T, { runtime, signal }: Screening): Promise<T> {
  return (await screenValues(value, { scanner: runtime.resolve(ISecretScanner), signal })).value;
}
