import { ErrorCode, type ITokenCounter, LexichordError } from '@lexichord/abstractions';

import type { AnswerForms } from './answer-forms.js';

/** Limits answers to a number of tokens: text and data separately, because a client shows one of them. */
export class AnswerFit {
  constructor(
    private readonly counter: ITokenCounter,
    /** Maximum size of the answer in tokens. */
    readonly budgetTokens: number,
  ) {}

  /** Creates a fit with another budget. */
  within(budgetTokens: number): AnswerFit {
    return new AnswerFit(this.counter, budgetTokens);
  }

  /** Size of the larger form of an answer in tokens. */
  sizeOf({ text, data }: AnswerForms): number {
    return Math.max(this.counter.countTokens(text), this.counter.countTokens(JSON.stringify(data)));
  }

  holds(answer: AnswerForms): boolean {
    return this.sizeOf(answer) <= this.budgetTokens;
  }

  /** Truncates a text to a number of tokens. */
  cut(text: string, maxTokens: number): string {
    return this.counter.truncateToTokens(text, maxTokens).content;
  }

  /**
   * The largest number of items whose answer fits, or -1 if it does not fit without items.
   *
   * @param render renders the answer with the first items; its size grows with their number
   */
  maxFitting(items: number, render: (count: number) => AnswerForms): number {
    let [fitting, tooMany] = [-1, items + 1];
    // Tries all of them first: the usual case.
    for (let count = items; tooMany - fitting > 1; count = Math.floor((fitting + tooMany) / 2)) {
      if (this.holds(render(count))) fitting = count;
      else tooMany = count;
    }
    return fitting;
  }

  /**
   * Renders the answer with as many of the first items as fit.
   *
   * @throws {LexichordError} `budget-exceeded` if it does not fit without items
   */
  firstItems<Answer extends AnswerForms>(items: number, render: (count: number) => Answer): Answer {
    const count = this.maxFitting(items, render);
    if (count === -1) throw this.tooSmall();
    return render(count);
  }

  /** The error for an answer that cannot be made small enough. */
  tooSmall(): LexichordError {
    return new LexichordError(
      ErrorCode.budgetExceeded,
      `The answer does not fit into ${this.budgetTokens} tokens. Ask again with a larger budget_tokens.`,
      { details: { budgetTokens: this.budgetTokens } },
    );
  }
}
