import { type ILexichordRuntime, type Token, isLexichordError } from '@lexichord/abstractions';

/** What the runtime has for a token; `undefined` where nobody registered it, as where the licence locks it. */
export function optionalService<T>(runtime: Pick<ILexichordRuntime, 'resolve'>, wanted: Token<T>): T | undefined {
  try {
    return runtime.resolve(wanted);
  } catch (error) {
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}
