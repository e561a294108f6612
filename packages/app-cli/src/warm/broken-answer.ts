import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { WarmRecord } from '@lexichord/control/warm';

/** The error of a command whose warm process ended when a part of the answer was printed already. */
export function brokenAnswer({ pid }: WarmRecord): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `The warm process of this workspace (process ${pid}) ended in the middle of its answer, and what was printed is not whole. Run the command again.`,
    { details: { pid } },
  );
}
