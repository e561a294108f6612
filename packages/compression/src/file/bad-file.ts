import { ErrorCode, LexichordError } from '@lexichord/abstractions';

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
