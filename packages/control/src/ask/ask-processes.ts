import { type CallOptions, ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { parseJson } from '@lexichord/platform/internal';

import { type ControlReplies, type ControlRequest, replySchemas, failureSchema } from '../control-protocol.js';
import { listProcesses, removeRecord } from '../records/list-processes.js';
import { type PostedReply, postRequest } from './post-request.js';
import type { ServingKind, ProcessRecord } from '../records/process-record.js';

/** A process that serves the workspace. */
export interface ServingProcess {
  readonly pid: number;
  readonly port: number;
  readonly kind: ServingKind;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Answer or failure of a process. */
export interface ProcessReply<Question extends ControlRequest> extends ServingProcess {
  readonly answer?: ControlReplies[Question] | undefined;
  /** `isReached` when the process itself reports the failure. */
  readonly failure?: ProcessFailure | undefined;
}

/** Failure of a request; code and message are those of the process's error, or of the connection. */
export interface ProcessFailure {
  readonly isReached: boolean;
  readonly code: string;
  readonly message: string;
}

/** Limits of a request. */
export interface AskOptions extends CallOptions {
  /** Time limit for each process. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 30_000;

/**
 * Sends a request to every process of a workspace in parallel; see `askServingProcesses`.
 */
export async function askProcesses<Question extends ControlRequest>(
  stateFolder: string,
  question: Question,
  { timeoutMs = usualTimeoutMs, signal }: AskOptions = {},
): Promise<readonly ProcessReply<Question>[]> {
  const records = await listProcesses(stateFolder);
  const answers = await Promise.all(
    records.map(async (record): Promise<ProcessReply<Question> | undefined> => {
      const { pid, port, kind, startedAt } = record;
      const reply = await ask(record, question, { timeoutMs, signal });
      if (reply !== 'gone') return { pid, port, kind, startedAt, ...reply };
      await removeRecord(stateFolder, record);
      return undefined;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}

type Reply<Question extends ControlRequest> = Pick<ProcessReply<Question>, 'answer' | 'failure'>;

async function ask<Question extends ControlRequest>(
  record: ProcessRecord,
  question: Question,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Reply<Question> | 'gone'> {
  try {
    const posted = await postRequest({ record, question, timeoutMs, signal });
    // The secret is wrong: another process has the port now.
    return posted.status === 403 ? 'gone' : read(posted, question);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return 'gone';
    return { failure: { isReached: false, code: error.code, message: error.message } };
  }
}

/** @throws {LexichordError} `io-failed` for an invalid reply */
function read<Question extends ControlRequest>({ status, body }: PostedReply, question: Question): Reply<Question> {
  const json = parseJson(body);
  if (status === 200) {
    const answer = replySchemas[question].safeParse(json).data;
    if (answer !== undefined) return { answer };
  }
  const failure = failureSchema.safeParse(json).data?.error;
  if (status !== 200 && failure !== undefined) return { failure: { isReached: true, ...failure } };
  throw new LexichordError(ErrorCode.ioFailed, 'Its answer is invalid. It may run another version.');
}
