import { type CallOptions, type ILexichordRuntime, ISecretScanner } from '@lexichord/abstractions';

import { screenValues } from './screen-values.js';

/** The runtime whose scanner is used. */
export interface OutputScreening extends CallOptions {
  readonly runtime: Pick<ILexichordRuntime, 'resolve'>;
}

/**
 * Replaces secrets in the names of a result by placeholders: paths, symbols, ids. Texts for a model are screened where
 * they are made, before their tokens are counted. Must run before an answer is fitted into its budget, because a
 * placeholder has a different size.
 *
 * @param value plain JSON value
 * @throws the signal's reason
 */
export async function screenOutput<T extends object>(value: T, { runtime, signal }: OutputScreening): Promise<T> {
  return (await screenValues(value, { scanner: runtime.resolve(ISecretScanner), signal })).value;
}
