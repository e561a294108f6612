import type { SpokenSentence } from './anchor-rule.js';

/** Polite or rhetorical questions, which need no answer. */
const polite =
  /\b(?:how are you|how(?:['’]s| is) it going|what['’]s up|anything else|can i help|may i help|would you like me to|want me to|shall i|should i (?:go ahead|proceed)|does that (?:make sense|help)|right\?|you know\?|isn['’]t it|really\?|how (?:about|are) you|you\?$)/u;

/** Replies that leave the question open. */
const unanswered =
  /\b(?:not sure|no idea|(?:don['’]t|do not) (?:really )?know|(?:i['’]?ll|let me|i will|we['’]?ll|have to|need to) (?:check|ask|find out|look into|get back|think about)|good question|unclear|unknown|tbd|to be (?:decided|determined)|haven['’]t decided|still (?:deciding|open))\b/u;

/** Minimum number of a question's terms in a later sentence that counts as its answer. */
const minCommonTerms = 2;

/** Finds the questions of a segment that have no answer by its end. */
export class OpenQuestions {
  /** @param sentences all sentences, in the order of the conversation */
  constructor(
    private readonly sentences: readonly SpokenSentence[],
    private readonly speakers: readonly string[],
  ) {}

  /** Importance, 0 to 1; 0 for a sentence that is not a question, and for an answered question. */
  importanceOf(index: number): number {
    const question = this.sentences[index];
    if (question === undefined || !question.isTalk || !question.isQuestion) return 0;
    if (question.sentence.terms.length < 2 || polite.test(question.lower)) return 0;
    const reply = this.replyTo(index);
    if (reply.length === 0) return 0.75;
    const isOpen = reply.some(({ lower }) => unanswered.test(lower));
    return isOpen && !this.isAnsweredLater(question, reply) ? 0.8 : 0;
  }

  /** The sentences of the next message by another speaker; tools do not count. */
  private replyTo(index: number): readonly SpokenSentence[] {
    const speaker = this.speakerOf(this.sentences[index]);
    let first = index + 1;
    while (first < this.sentences.length && !this.isOther(this.sentences[first], speaker)) first += 1;
    const message = this.sentences[first]?.sentence.message;
    if (message === undefined) return [];
    const reply: SpokenSentence[] = [];
    for (let at = first; this.sentences[at]?.sentence.message === message; at += 1)
      reply.push(this.sentences[at] as SpokenSentence);
    return reply;
  }

  private isAnsweredLater(question: SpokenSentence, reply: readonly SpokenSentence[]): boolean {
    const last = reply.at(-1);
    const from = last === undefined ? this.sentences.length : this.sentences.indexOf(last) + 1;
    const terms = new Set(question.sentence.terms);
    return this.sentences.slice(from).some(({ sentence, isTalk, isQuestion }) => {
      if (!isTalk || isQuestion) return false;
      return new Set(sentence.terms.filter((term) => terms.has(term))).size >= minCommonTerms;
    });
  }

  private isOther(sentence: SpokenSentence | undefined, speaker: string | undefined): boolean {
    return sentence !== undefined && !sentence.isTool && this.speakerOf(sentence) !== speaker;
  }

  private speakerOf(sentence: SpokenSentence | undefined): string | undefined {
    return sentence === undefined ? undefined : this.speakers[sentence.sentence.message];
  }
}
