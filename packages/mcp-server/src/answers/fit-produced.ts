import type { AnswerFit } from './answer-fit.js';
import type { ToolAnswer } from './tool-answer.js';

/** Initial share of the budget for the text; the rest is for notes about it. */
const firstShare = 0.85;

/** Factor on the share if the answer did not fit: the text has more tokens as JSON. */
const shrinking = 0.75;

/** Maximum number of attempts at a text that leaves room for notes. */
const maxAttempts = 8;

/** An answer about a text, with a variable number of notes. */
export interface DescribedText<Data> {
  /** Number of notes; the last ones are left out first. */
  readonly notes: number;
  /** Renders the answer with the first notes. */
  readonly render: (notes: number) => ToolAnswer<Data>;
}

/** Functions that produce a text for a number of tokens, and describe it in an answer. */
export interface ProducedText<Produced, Data> {
  /** @param attempt from 1 */
  readonly produce: (maxTokens: number, attempt: number) => Promise<Produced>;
  readonly describe: (produced: Produced) => Promise<DescribedText<Data>>;
}

/**
 * Produces an answer about a text, with as many notes as fit. The text is produced again, smaller, while the answer
 * does not fit without notes.
 *
 * @throws {LexichordError} `budget-exceeded`; the errors of `produce`
 */
export async function fitProduced<Produced, Data>(
  { produce, describe }: ProducedText<Produced, Data>,
  fit: AnswerFit,
): Promise<{ readonly produced: Produced; readonly maxTokens: number; readonly answer: ToolAnswer<Data> }> {
  let share = firstShare;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const maxTokens = Math.floor(fit.budgetTokens * share);
    const produced = await produce(maxTokens, attempt);
    const { notes, render } = await describe(produced);
    const shown = fit.maxFitting(notes, render);
    if (shown !== -1) return { produced, maxTokens, answer: render(shown) };
    share *= shrinking;
  }
  throw fit.tooSmall();
}
