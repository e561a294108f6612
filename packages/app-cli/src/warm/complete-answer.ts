import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { WarmRecord } from '@lexichord/control/warm';

import type { CommandIo, TextSink } from '../command-io.js';

/** Printed part of an answer whose warm process has ended. */
export interface PartialAnswer {
  readonly record: WarmRecord;
  readonly stdout: string;
  readonly stderr: string;
}

/** The end of a command. */
export interface RunEnd {
  readonly exitCode: number;
  /** Whether an error was printed. A result may be a failure without one. */
  readonly isFailureReported: boolean;
}

/**
 * Runs a command whose warm process has ended in the middle of its answer, and prints the missing part. Messages on
 * standard error that differ, such as those of progress, are printed as they arrive.
 *
 * @param run runs the command with the given streams
 * @returns the exit code
 * @throws {LexichordError} `io-failed` when the answer does not begin with the printed part, as after a change of a
 * file, and no error gives the reason; then nothing more is printed to standard output
 */
export async function completeAnswer(
  { record, stdout, stderr }: PartialAnswer,
  io: CommandIo,
  run: (io: CommandIo) => Promise<RunEnd>,
): Promise<number> {
  const answer = new RestOfText(io.stdout, { printed: stdout, isExact: true });
  const messages = new RestOfText(io.stderr, { printed: stderr, isExact: false });
  const { exitCode, isFailureReported } = await run({ ...io, stdout: answer, stderr: messages });
  // A command that failed or was interrupted may leave text unprinted.
  if (answer.isWhole || isFailureReported || io.signal?.aborted === true) return exitCode;
  throw brokenAnswer(record);
}

/** The error of a command whose warm process ended after printing a part of an answer that cannot be completed. */
export function brokenAnswer({ pid }: WarmRecord): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `The warm process of this workspace (process ${pid}) ended in the middle of its answer, and the printed output is incomplete. Run the command again.`,
    { details: { pid } },
  );
}

/** The printed beginning of a text. */
interface PrintedText {
  readonly printed: string;
  /**
   * Whether printing stops when the text differs from it; otherwise everything from the first differing piece is
   * printed.
   */
  readonly isExact: boolean;
}

/** Prints a text without its printed beginning. */
class RestOfText implements TextSink {
  private position = 0;
  private differs = false;

  constructor(
    private readonly sink: TextSink,
    private readonly beginning: PrintedText,
  ) {}

  get isTTY(): boolean | undefined {
    return this.sink.isTTY;
  }

  get columns(): number | undefined {
    return this.sink.columns;
  }

  get errored(): Error | null | undefined {
    return this.sink.errored;
  }

  /** Whether the text had the whole beginning. */
  get isWhole(): boolean {
    return !this.differs && this.position === this.beginning.printed.length;
  }

  write(text: string): void {
    const { printed, isExact } = this.beginning;
    const expected = printed.slice(this.position, this.position + text.length);
    this.differs ||= !text.startsWith(expected);
    if (this.differs) {
      if (!isExact) this.sink.write(text);
      return;
    }
    this.position += expected.length;
    if (text.length > expected.length) this.sink.write(text.slice(expected.length));
  }
}
