import type { SaidSentence } from './anchor-rule.js';

/** Polite or rhetorical questions, which need no answer. */
const polite =
  /\b(?:how are you|how(?:['’]s| is) it going|what['’]s up|anything else|can i help|may i help|would you like me to|want me to|shall i|should i (?:go ahead|proceed)|does that (?:make sense|help)|right\?|you know\?|isn['’]t it|really\?|how (?:about|are) you|you\?$)/u;

/** Replies that leave the question open. */
const unanswered =
  /\b(?:not sure|no idea|(?:don['’]t|do not) (?:really )?know|(?:i['’]?ll|let me|i will|we['’]?ll|have to|need to) (?:check|ask|find out|look into|get back|think about)|good question|unclear|unknown|tbd|to be (?:decided|determined)|haven['’]t decided|still (?:deciding|open))\b/u;

/** A later sentence with at least this many terms of the question is an answer to it. */
const minCommonTerms = 2;

/** Tells which questions of a segment have no answer by its end. */
export class OpenQuestions {
  /** @param said all sentences, in the order of the conversation */
  constructor(
    private readonly said: readonly SaidSentence[],
    private readonly speakers: readonly string[],
  ) {}

  /** 0 to 1; 0 for a sentence that is no question, and for an answered question. */
  importanceOf(index: number): number {
    const asked = this.said[index];
    if (asked === undefined || !asked.isTalk || !asked.isQuestion) return 0;
    if (asked.sentence.terms.length < 2 || polite.test(asked.lower)) return 0;
    const reply = this.replyTo(index);
    if (reply.length === 0) return 0.75;
    const isOpen = reply.some(({ lower }) => unanswered.test(lower));
    return isOpen && !this.isAnsweredLater(asked, reply) ? 0.8 : 0;
  }

  /** The sentences of the next message by another speaker; tools do not count. */
  private replyTo(index: number): readonly SaidSentence[] {
    const speaker = this.speakerOf(this.said[index]);
    let first = index + 1;
    while (first < this.said.length && !this.isOther(this.said[first], speaker)) first += 1;
    const message = this.said[first]?.sentence.message;
    if (message === undefined) return [];
    const reply: SaidSentence[] = [];
    for (let at = first; this.said[at]?.sentence.message === message; at += 1)
      reply.push(this.said[at] as SaidSentence);
    return reply;
  }

  private isAnsweredLater(asked: SaidSentence, reply: readonly SaidSentence[]): boolean {
    const last = reply.at(-1);
    const from = last === undefined ? this.said.length : this.said.indexOf(last) + 1;
    const terms = new Set(asked.sentence.terms);
    return this.said.slice(from).some(({ sentence, isTalk, isQuestion }) => {
      if (!isTalk || isQuestion) return false;
      return new Set(sentence.terms.filter((term) => terms.has(term))).size >= minCommonTerms;
    });
  }

  private isOther(said: SaidSentence | undefined, speaker: string | undefined): boolean {
    return said !== undefined && !said.isTool && this.speakerOf(said) !== speaker;
  }

  private speakerOf(said: SaidSentence | undefined): string | undefined {
    return said === undefined ? undefined : this.speakers[said.sentence.message];
  }
}
