import { ErrorCode, type IClock, LexichordError } from '@lexichord/abstractions';
import { type WarmKind, type WarmRecord, type WarmReply, connectWarmProcess } from '@lexichord/control/warm';
import { withDeadline } from '@lexichord/platform/internal';

const commandNames: Readonly<Record<WarmKind, string>> = {
  serve: 'serve',
  mcp: 'mcp',
  preview: 'preview',
  index: 'index --watch',
};

/** Time limit for a process to answer and end the connection, in milliseconds: it may be busy. */
const maxAnswerMs = 15_000;

/**
 * Asks the process of a record.
 *
 * @returns its replies, after it has ended the connection; none if the process no longer runs
 * @throws {LexichordError} `io-failed` when it runs and has not ended the connection within 15 seconds
 */
export async function askWarmProcess(
  record: WarmRecord,
  question: 'describe' | 'stop',
  clock: IClock,
): Promise<readonly WarmReply[]> {
  const replies = await withDeadline({ timeoutMs: maxAnswerMs, clock }, async (signal) => {
    const connection = await connectWarmProcess(record, { helloMs: 0, signal });
    if (typeof connection === 'string') return connection;
    const received: WarmReply[] = [];
    for await (const reply of connection.ask({ ask: question }, 0)) received.push(reply);
    if (!signal.aborted) return received;
    if (received.some((reply) => 'stopping' in reply)) throw endingProcess(record);
    return 'busy';
  });
  if (replies === 'busy') throw busyProcess(record);
  return replies === 'gone' ? [] : replies;
}

/** The error about a process that accepts connections but does not answer, and may or may not do so later. */
export function busyProcess(record: WarmRecord): LexichordError {
  return failureOf(record, 'keeps this workspace warm, but does not answer: it is busy or hangs');
}

function endingProcess(record: WarmRecord): LexichordError {
  return failureOf(record, 'was stopped, but still holds the workspace');
}

function failureOf(record: WarmRecord, what: string): LexichordError {
  const { pid, kind } = record;
  const advice = `Try again later, or end it with "kill ${pid}", and with "kill -9 ${pid}" if that does not help.`;
  return new LexichordError(ErrorCode.ioFailed, `${nameOf(record)} ${what}. ${advice}`, { details: { pid, kind } });
}

/** Such as `lexichord serve (process 7)`. */
export function nameOf({ kind, pid }: Pick<WarmRecord, 'kind' | 'pid'>): string {
  return `${commandOf(kind)} (process ${pid})`;
}

/** Such as `lexichord serve`. */
export function commandOf(kind: WarmKind): string {
  return `lexichord ${commandNames[kind]}`;
}
