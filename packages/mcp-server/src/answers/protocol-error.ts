import { ISecretScanner, isLexichordError } from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { ServedWorkspace } from '../serving/served-workspace.js';

/** A failure of a resource or a prompt, which have no other way to tell of it. Of one that nobody foresaw, no more than that. */
export async function protocolError(error: unknown, { runtime }: Pick<ServedWorkspace, 'runtime'>): Promise<Error> {
  if (error instanceof ProtocolError) return error;
  if (!isLexichordError(error)) {
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      'The server could not do that, for a reason that is in its log.',
    );
  }
  const { text } = await screenText(error.message, runtime.resolve(ISecretScanner));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${text}`, { code: error.code });
}
