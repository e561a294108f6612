import { type ILexichordRuntime, ISecretScanner } from '@lexichord/abstractions';
import { screenValues } from '@lexichord/secrets/internal';

/** Scanner and abort signal of a screening. */
export interface Screening {
  readonly runtime: Pick<ILexichordRuntime, 'resolve'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The value with placeholders instead of secrets, names of files included. Before an answer is fitted into its budget,
 * because a placeholder has other tokens.
 *
 * @param value what `JSON.stringify` writes as it is
 * @throws the signal's reason
 */
export async function screened<T extends object>(value: T, { runtime, signal }: Screening): Promise<T> {
  return (await screenValues(value, { scanner: runtime.resolve(ISecretScanner), signal })).value;
}
