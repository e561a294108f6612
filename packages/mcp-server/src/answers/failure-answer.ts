import { ErrorCode, type ISecretScanner, type ITokenCounter, isLexichordError } from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Maximum tokens of an answer about a failure. */
const maxFailureTokens = 150;

/** The key of `_meta` under which a failure's code is. */
export const errorMetaKey = 'lexichord/error';

/** Services for an answer about a failure. */
export interface FailureServices {
  readonly scanner: ISecretScanner;
  readonly counter: ITokenCounter;
  /** Most tokens of the answer. */
  readonly budgetTokens: number;
}

/**
 * The failure as a result that the model reads: the code, what happened, what to do. Without structured content, because
 * that would have to follow the schema of a success.
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

/** Reports of an unexpected error only that it happened: its message may quote anything. */
function described(error: unknown): { readonly code: string; readonly message: string } {
  if (isLexichordError(error)) return error;
  const message = 'The server failed to handle the call. Its log has the reason. The same call may fail again.';
  return { code: ErrorCode.internal, message };
}
