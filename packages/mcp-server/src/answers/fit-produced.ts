import type { AnswerFit } from './answer-fit.js';
import type { ToolAnswer } from './tool-answer.js';

/** Share of the budget that the text may have at first; the rest is for notes about it. */
const firstShare = 0.85;

/** Factor on a share when the answer did not fit: the same text has more tokens as JSON. */
const shrinking = 0.75;

/** Attempts at a text that leaves room for notes about it. */
const maxAttempts = 8;

/** An answer about a text, with some of the notes about it. */
export interface DescribedText<Data> {
  /** How many notes there are; the last ones are left out first. */
  readonly notes: number;
  /** The answer with the first so many notes. */
  readonly render: (notes: number) => ToolAnswer<Data>;
}

/** A text that a service fits into a number of tokens, and how an answer is made of it. */
export interface ProducedText<Produced, Data> {
  /** @param attempt from 1 */
  readonly produce: (maxTokens: number, attempt: number) => Promise<Produced>;
  readonly describe: (produced: Produced) => Promise<DescribedText<Data>>;
}

/**
 * The answer about a text, with as many notes as fit beside it. The text is made again, smaller, while it leaves no room
 * for them.
 *
 * @throws {LexichordError} `budget-exceeded`; what `produce` throws
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
    const shown = fit.largest(notes, render);
    if (shown !== -1) return { produced, maxTokens, answer: render(shown) };
    share *= shrinking;
  }
  throw fit.tooSmall();
}
