import { type CallOptions, ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

import { type DoorAnswers, type DoorQuestion, doorAnswerSchemas, doorErrorSchema } from './door-protocol.js';
import { listServing, removeRecord } from './list-serving.js';
import { type PostedAnswer, postQuestion } from './post-question.js';
import type { ServingKind, ServingRecord } from './serving-record.js';

/** A process that serves the workspace. */
export interface ServingProcess {
  readonly pid: number;
  readonly port: number;
  readonly kind: ServingKind;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** What a process said: an answer, or why there is none. */
export interface ServingAnswer<Question extends DoorQuestion> extends ServingProcess {
  readonly answer?: DoorAnswers[Question] | undefined;
  /** `isReached` when the process itself says that it could not do it. */
  readonly failure?: ServingFailure | undefined;
}

export interface ServingFailure {
  readonly isReached: boolean;
  readonly code: string;
  readonly message: string;
}

/** How a question is asked. */
export interface AskOptions extends CallOptions {
  /** For each process. Default 30 seconds. */
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 30_000;

/**
 * Asks every process of a workspace, each in its own time; see `askServing`.
 */
export async function askProcesses<Question extends DoorQuestion>(
  stateFolder: string,
  question: Question,
  { timeoutMs = usualTimeoutMs, signal }: AskOptions = {},
): Promise<readonly ServingAnswer<Question>[]> {
  const records = await listServing(stateFolder);
  const answers = await Promise.all(
    records.map(async (record): Promise<ServingAnswer<Question> | undefined> => {
      const { pid, port, kind, startedAt } = record;
      const said = await ask(record, question, { timeoutMs, signal });
      if (said !== 'gone') return { pid, port, kind, startedAt, ...said };
      await removeRecord(stateFolder, record);
      return undefined;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}

type Said<Question extends DoorQuestion> = Pick<ServingAnswer<Question>, 'answer' | 'failure'>;

async function ask<Question extends DoorQuestion>(
  record: ServingRecord,
  question: Question,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Said<Question> | 'gone'> {
  try {
    const posted = await postQuestion({ record, question, timeoutMs, signal });
    // Its secret is another: a port that somebody else listens on by now.
    return posted.status === 403 ? 'gone' : read(posted, question);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return 'gone';
    return { failure: { isReached: false, code: error.code, message: error.message } };
  }
}

/** @throws {LexichordError} `io-failed` for what no process of ours says */
function read<Question extends DoorQuestion>({ status, body }: PostedAnswer, question: Question): Said<Question> {
  const json = jsonOf(body);
  if (status === 200) {
    const answer = doorAnswerSchemas[question].safeParse(json).data;
    if (answer !== undefined) return { answer };
  }
  const failure = doorErrorSchema.safeParse(json).data?.error;
  if (status !== 200 && failure !== undefined) return { failure: { isReached: true, ...failure } };
  throw new LexichordError(ErrorCode.ioFailed, 'Its answer cannot be understood. It may be of another version.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it.
    return undefined;
  }
}
