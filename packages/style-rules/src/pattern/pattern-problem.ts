import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** A pattern that cannot be used. The reader of its file makes a sentence of the reason. */
export class PatternProblem extends LexichordError {
  override readonly name = 'PatternProblem';

  /** @param reason the end of a sentence, such as `missing argument to repetition operator` */
  constructor(readonly reason: string) {
    super(ErrorCode.invalidArgument, `The pattern cannot be used: ${reason}.`, { details: { reason } });
  }
}
