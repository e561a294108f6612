import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Longest message of a client, in bytes: the outputs of tools that a task may bring along, and room. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** The error of a connection on which such a message came: nothing behind it can be understood. */
export function messageTooLong(): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `A message of the client is longer than ${maxMessageBytes / 1024 / 1024} MiB, so the connection has ended. Start the server again, and send smaller messages.`,
    { details: { maxMessageBytes } },
  );
}
