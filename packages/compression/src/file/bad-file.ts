import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { z } from 'zod';

/** @param problem what is there, and what was expected; nothing of the file's content */
export function badFile(line: number, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The conversation file cannot be read: line ${line}: ${problem}.`,
    {
      details: { line, problem },
    },
  );
}

const badFileDetails = z.object({ line: z.number(), problem: z.string() });

/** The same with the number of the message, from 1, at which reading ended. Any other error as it is. */
export function badMessage(error: unknown, message: number): unknown {
  if (!isLexichordError(error) || error.code !== ErrorCode.invalidArgument) return error;
  const { line, problem } = badFileDetails.parse(error.details);
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The conversation file cannot be read: message ${message}, line ${line}: ${problem}. Nothing of the file was added.`,
    { details: { message, line, problem }, cause: error },
  );
}
