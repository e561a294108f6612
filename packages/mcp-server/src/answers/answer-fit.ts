import { ErrorCode, type ITokenCounter, LexichordError } from '@lexichord/abstractions';

import type { AnswerForms } from './answer-forms.js';

/** Fits answers into a number of tokens: the text and the data, each alone, because a client shows one of them. */
export class AnswerFit {
  constructor(
    private readonly counter: ITokenCounter,
    /** Maximum tokens of the answer. */
    readonly budgetTokens: number,
  ) {}

  /** The same for fewer tokens. */
  within(budgetTokens: number): AnswerFit {
    return new AnswerFit(this.counter, budgetTokens);
  }

  /** Tokens of the larger form of an answer. */
  sizeOf({ text, data }: AnswerForms): number {
    return Math.max(this.counter.countTokens(text), this.counter.countTokens(JSON.stringify(data)));
  }

  holds(answer: AnswerForms): boolean {
    return this.sizeOf(answer) <= this.budgetTokens;
  }

  /** A beginning of a text, of at most so many tokens. */
  cut(text: string, maxTokens: number): string {
    return this.counter.truncateToTokens(text, maxTokens).content;
  }

  /**
   * The largest number of items whose answer fits, or -1 when it does not fit without any.
   *
   * @param render the answer with so many items; it grows with their number
   */
  largest(items: number, render: (count: number) => AnswerForms): number {
    let [fitting, tooMany] = [-1, items + 1];
    // All of them first: that is the ordinary case.
    for (let count = items; tooMany - fitting > 1; count = Math.floor((fitting + tooMany) / 2)) {
      if (this.holds(render(count))) fitting = count;
      else tooMany = count;
    }
    return fitting;
  }

  /**
   * The answer with as many items as fit, from the first on.
   *
   * @throws {LexichordError} `budget-exceeded` when it does not fit without any item
   */
  firstItems<Answer extends AnswerForms>(items: number, render: (count: number) => Answer): Answer {
    const count = this.largest(items, render);
    if (count === -1) throw this.tooSmall();
    return render(count);
  }

  /** The error of an answer that cannot be made small enough. */
  tooSmall(): LexichordError {
    return new LexichordError(
      ErrorCode.budgetExceeded,
      `The answer does not fit into ${this.budgetTokens} tokens. Ask again with a larger budget_tokens.`,
      { details: { budgetTokens: this.budgetTokens } },
    );
  }
}
