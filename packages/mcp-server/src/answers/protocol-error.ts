import { ISecretScanner, isLexichordError } from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { ServedWorkspace } from '../serving/served-workspace.js';

/**
 * Converts an error of a resource or a prompt to a protocol error, their only way to report it. The message of an
 * unexpected error is replaced.
 */
export async function protocolError(error: unknown, { runtime }: Pick<ServedWorkspace, 'runtime'>): Promise<Error> {
  if (error instanceof ProtocolError) return error;
  if (!isLexichordError(error)) {
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      'The server failed to handle the request. Its log has the reason.',
    );
  }
  const { text } = await screenText(error.message, runtime.resolve(ISecretScanner));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${text}`, { code: error.code });
}
