import { type CallOptions, type ILexichordRuntime, IStateFolder } from '@lexichord/abstractions';
import { type DoorQuestion, type ServingAnswer, type ServingProcess, askServing } from '@lexichord/runtime';

/** What every process that serves the workspace says to a question; none when nobody serves it. */
export function askOthers<Question extends DoorQuestion>(
  runtime: ILexichordRuntime,
  question: Question,
  options: CallOptions & { readonly timeoutMs?: number | undefined },
): Promise<readonly ServingAnswer<Question>[]> {
  return askServing(runtime.resolve(IStateFolder).path, question, options);
}

/** A process as people know it. */
export function nameOf({ kind, pid }: ServingProcess): string {
  return `${kind === 'preview' ? 'lexichord preview' : 'lexichord index --watch'} (process ${pid})`;
}

/** Begins the sentence of a command whom nobody answered. */
export const nobodyServes = 'Neither "lexichord preview" nor "lexichord index --watch" runs in this workspace';

/** Why some processes have no answer, a sentence each. */
export function failuresOf(answers: readonly ServingAnswer<DoorQuestion>[]): readonly string[] {
  return answers.flatMap((answer) => {
    const { failure } = answer;
    if (failure === undefined) return [];
    return [`${nameOf(answer)} ${failure.isReached ? 'could not do it' : 'gave no answer'}: ${failure.message}`];
  });
}

/** A process with what it said, for `--json`. */
export function answerJson(answer: ServingAnswer<DoorQuestion>): object {
  const { pid, port, kind, startedAt, answer: said, failure } = answer;
  const error = failure && { code: failure.code, message: failure.message };
  return { pid, port, kind, startedAt, ...said, ...(error && { error }) };
}
