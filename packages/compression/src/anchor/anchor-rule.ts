import type { Sentence } from '../language/sentence-reader.js';

/** A sentence with what a rule has to know of it. */
export interface SaidSentence {
  readonly sentence: Sentence;
  readonly text: string;
  /** In small letters, of the same length: a pattern for both cases takes several times as long. */
  readonly lower: string;
  /** Of the message. */
  readonly role: string;
  /** Whether it is talk: neither code nor a machine's output. */
  readonly isTalk: boolean;
  readonly isQuestion: boolean;
}

/** What a rule found in a sentence. */
export interface FoundAnchor {
  /** 0 to 1; from 0.8 on it is kept whatever it costs. */
  readonly importance: number;
  /** In the sentence, in UTF-16 units: what a long sentence is cut around. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Whether it is kept without the sentence around it. */
  readonly isAlone?: boolean;
}

/** Looks at one sentence. The time grows with its length and no faster. */
export type AnchorRule = (said: SaidSentence) => FoundAnchor | undefined;

/** The first of the patterns that matches, with what it is worth. */
export function firstMatch(
  text: string,
  patterns: readonly (readonly [pattern: RegExp, importance: number])[],
): FoundAnchor | undefined {
  for (const [pattern, importance] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return { importance, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
