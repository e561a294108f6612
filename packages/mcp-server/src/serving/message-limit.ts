import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Maximum size of a client's message, in bytes: the outputs of tools for a task, with a margin. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** The error for a message that is too long, after which the connection cannot be used. */
export function messageTooLong(): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `A message of the client is longer than ${maxMessageBytes / 1024 / 1024} MiB, so the connection has ended. Start the server again, and send smaller messages.`,
    { details: { maxMessageBytes } },
  );
}
