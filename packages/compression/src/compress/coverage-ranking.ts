import type { TextRange } from '../language/sentence-reader.js';
import { type Scored, scoreQueue } from './score-queue.js';

/** A sentence with its weights. */
export interface WeighedSentence extends TextRange {
  /** Distinct terms, as indexes of {@link SentenceWeights.termWeights}. */
  readonly terms: readonly number[];
  /** Factor of the weights of its terms. */
  readonly favour: number;
  /** Tokens of the sentence and the separator before it. */
  readonly tokens: number;
}

/** The sentences of a segment and the weights of their terms. */
export interface SentenceWeights {
  readonly sentences: readonly WeighedSentence[];
  /** Weight of each term, by its index. */
  readonly termWeights: readonly number[];
  /** Tokens of the line head (speaker and colon) of each message. */
  readonly headTokens: readonly number[];
}

/** Share of a term's weight that counts when a selected sentence has the term already. */
const repeatedTermShare = 0.3;

/** A sentence's weight is divided by its tokens to this power; 1 would select only short sentences. */
const lengthPower = 0.8;

/** Maximum number of scores that are computed again before a sentence is selected; enough unless hundreds are alike. */
const maxLookedAt = 64;

/** Added to the tokens of each sentence, so that very short sentences are not preferred. */
const addedTokens = 4;

/**
 * Selects sentences greedily by the weight of terms that are not covered yet, relative to their length. A longer
 * selection contains the shorter one.
 */
export class CoverageRanking {
  readonly kept: TextRange[] = [];
  private usedTokens = 0;
  private readonly termValues: number[];
  private readonly isTaken: Uint8Array;
  private readonly isMessageKept: Uint8Array;
  private queue = scoreQueue();
  private readonly byMessage = new Map<number, number[]>();

  constructor(private readonly weights: SentenceWeights) {
    this.termValues = [...weights.termWeights];
    this.isTaken = new Uint8Array(weights.sentences.length);
    this.isMessageKept = new Uint8Array(weights.headTokens.length);
    for (const [index, { message }] of weights.sentences.entries()) {
      const others = this.byMessage.get(message);
      if (others === undefined) this.byMessage.set(message, [index]);
      else others.push(index);
    }
  }

  get tokens(): number {
    return this.usedTokens;
  }

  /** Selects a range regardless of its tokens; sentences inside it count as selected. */
  keep(range: TextRange, tokens: number): void {
    this.add(range, tokens);
    for (const index of this.byMessage.get(range.message) ?? []) {
      const sentence = this.weights.sentences[index];
      if (sentence === undefined || sentence.end <= range.start || sentence.start >= range.end) continue;
      this.cover(sentence);
      if (sentence.start >= range.start && sentence.end <= range.end) this.isTaken[index] = 1;
    }
  }

  /** Selects sentences that fit; last those without new terms, in the order of the conversation. */
  fill(maxTokens: number): void {
    const { sentences } = this.weights;
    this.queue = scoreQueue(this.scored(sentences.keys()));
    for (let index = this.popBest(); index !== undefined; index = this.popBest()) {
      const sentence = sentences[index];
      if (sentence === undefined || this.usedTokens >= maxTokens) break;
      if (this.usedTokens + this.costOf(sentence) <= maxTokens) this.take(index, sentence);
    }
  }

  /** Takes the best sentence. Scores may be stale after earlier selections, so a limited number is computed again. */
  private popBest(): number | undefined {
    const stale: Scored[] = [];
    let best: Scored | undefined;
    for (let next = this.queue.peek(); next !== undefined; next = this.queue.peek()) {
      if (stale.length === maxLookedAt || (best !== undefined && best.score >= next.score)) break;
      this.queue.pop();
      const { index } = next;
      if (this.isTaken[index] === 1) continue;
      const looked = { index, score: this.score(index) };
      if (best === undefined || looked.score > best.score) {
        if (best !== undefined) stale.push(best);
        best = looked;
      } else stale.push(looked);
    }
    for (const one of stale) this.queue.push(one);
    return best?.index;
  }

  private take(index: number, sentence: WeighedSentence): void {
    const isFirst = this.isMessageKept[sentence.message] === 0;
    this.isTaken[index] = 1;
    this.add(sentence, sentence.tokens);
    this.cover(sentence);
    if (!isFirst) return;
    // The other sentences of the message become cheaper, because its line head is already included.
    for (const other of this.scored(this.byMessage.get(sentence.message) ?? [])) this.queue.push(other);
  }

  private add(range: TextRange, tokens: number): void {
    const head = this.isMessageKept[range.message] === 1 ? 0 : (this.weights.headTokens[range.message] ?? 0);
    this.isMessageKept[range.message] = 1;
    this.kept.push({ message: range.message, start: range.start, end: range.end });
    this.usedTokens += tokens + head;
  }

  private cover({ terms }: WeighedSentence): void {
    for (const term of terms) this.termValues[term] = (this.termValues[term] ?? 0) * repeatedTermShare;
  }

  private costOf({ message, tokens }: WeighedSentence): number {
    return tokens + (this.isMessageKept[message] === 1 ? 0 : (this.weights.headTokens[message] ?? 0));
  }

  /** Scores of the sentences that are not selected yet. */
  private scored(indexes: Iterable<number>): readonly Scored[] {
    return Array.from(indexes, (index) => ({ index, score: this.score(index) })).filter(
      ({ index }) => this.isTaken[index] === 0,
    );
  }

  private score(index: number): number {
    const sentence = this.weights.sentences[index];
    if (sentence === undefined) return 0;
    let worth = 0;
    for (const term of sentence.terms) worth += this.termValues[term] ?? 0;
    return (worth * sentence.favour) / (this.costOf(sentence) + addedTokens) ** lengthPower;
  }
}
