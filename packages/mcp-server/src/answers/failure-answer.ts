import { ErrorCode, type ISecretScanner, type ITokenCounter, isLexichordError } from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Maximum size of an answer about a failure in tokens. */
const maxFailureTokens = 150;

/** Key of a failure's code in `_meta`. */
export const errorMetaKey = 'lexichord/error';

/** Services and limit of an answer about a failure. */
export interface FailureServices {
  readonly scanner: ISecretScanner;
  readonly counter: ITokenCounter;
  /** Maximum size of the answer in tokens. */
  readonly budgetTokens: number;
}

/**
 * Converts an error to a result for the model, with code and message. Without structured content, which would have to
 * follow the output schema.
 */
export async function failureAnswer(
  error: unknown,
  { scanner, counter, budgetTokens }: FailureServices,
): Promise<CallToolResult> {
  const { code, message } = described(error);
  const { text } = await screenText(`Error ${code}: ${message}`, scanner);
  const { content } = counter.truncateToTokens(text, Math.min(maxFailureTokens, budgetTokens));
  return { isError: true, content: [{ type: 'text', text: content }], _meta: { [errorMetaKey]: { code } } };
}

/** Code and message of an error. The message of an unexpected error is replaced, because it may quote anything. */
function described(error: unknown): { readonly code: string; readonly message: string } {
  if (isLexichordError(error)) return error;
  const message = 'The server failed to handle the call. Its log has the reason. The same call may fail again.';
  return { code: ErrorCode.internal, message };
}
