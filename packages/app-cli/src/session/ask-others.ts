import { type CallOptions, type ILexichordRuntime, IStateFolder } from '@lexichord/abstractions';
import { type ControlRequest, type ProcessReply, type ServingProcess, askServingProcesses } from '@lexichord/control';
import { screenOutput } from '@lexichord/secrets/internal';

/** Sends a request to every process that serves the workspace; empty without any. Secrets in replies are replaced. */
export async function askProcesses<Question extends ControlRequest>(
  runtime: ILexichordRuntime,
  question: Question,
  options: CallOptions & { readonly timeoutMs?: number | undefined },
): Promise<readonly ProcessReply<Question>[]> {
  const replies = await askServingProcesses(runtime.resolve(IStateFolder).path, question, options);
  return screenOutput(replies, { runtime, signal: options.signal });
}

/** Display name of a process. */
export function nameOf({ kind, pid }: ServingProcess): string {
  return `${kind === 'preview' ? 'lexichord preview' : 'lexichord index --watch'} (process ${pid})`;
}

/** Beginning of the message when no process answered. */
export const noServingProcess = 'Neither "lexichord preview" nor "lexichord index --watch" runs in this workspace';

/** A sentence for each process that failed or did not answer. */
export function failuresOf(answers: readonly ProcessReply<ControlRequest>[]): readonly string[] {
  return answers.flatMap((answer) => {
    const { failure } = answer;
    if (failure === undefined) return [];
    return [`${nameOf(answer)} ${failure.isReached ? 'failed' : 'did not answer'}: ${failure.message}`];
  });
}

/** A process and its reply, for `--json`. */
export function answerJson(answer: ProcessReply<ControlRequest>): object {
  const { pid, port, kind, startedAt, answer: said, failure } = answer;
  const error = failure && { code: failure.code, message: failure.message };
  return { pid, port, kind, startedAt, ...said, ...(error && { error }) };
}
