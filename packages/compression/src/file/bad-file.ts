import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { countOf } from '@lexichord/platform/number-text';
import { z } from 'zod';

/** @param problem found and expected syntax, without content of the file */
export function badFile(line: number, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The conversation file cannot be read: line ${line}: ${problem}.`,
    {
      details: { line, problem },
    },
  );
}

const badMessageDetails = z.looseObject({ message: z.int(), problem: z.string() });

/** Position of messages in a file that is being added. */
export interface FileStand {
  /** Number of messages of the file before them. */
  readonly messagesBefore: number;
  /** Number of those that this call has added. */
  readonly added: number;
  /** Line of each message. */
  readonly lines: readonly number[];
}

/**
 * The error of messages that were not added, with the line of the bad one in the file. Other errors are returned
 * unchanged.
 */
export function notAdded(error: unknown, { messagesBefore, added, lines }: FileStand): unknown {
  if (!isLexichordError(error) || error.code !== ErrorCode.invalidArgument) return error;
  const details = badMessageDetails.safeParse(error.details).data;
  const line = lines[(details?.message ?? 0) - 1];
  if (details === undefined || line === undefined) return error;
  const message = messagesBefore + details.message;
  const before = added === 0 ? 'Nothing of the file was added' : `Added before it: ${countOf(added, 'message')}`;
  return new LexichordError(
    ErrorCode.invalidArgument,
    `Message ${message} of the file (line ${line}) cannot be added: ${details.problem}. ${before}.`,
    { details: { ...error.details, message, line }, cause: error },
  );
}

const badFileDetails = z.object({ line: z.number(), problem: z.string() });

/** The error with the number of the message, from 1, at which reading ended. Other errors are returned unchanged. */
export function badMessage(error: unknown, message: number): unknown {
  if (!isLexichordError(error) || error.code !== ErrorCode.invalidArgument) return error;
  const { line, problem } = badFileDetails.parse(error.details);
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The conversation file cannot be read: message ${message}, line ${line}: ${problem}. Nothing of the file was added.`,
    { details: { message, line, problem }, cause: error },
  );
}
