import type { Sentence } from '../language/sentence-reader.js';

/** A sentence and the context that anchor rules read. */
export interface SpokenSentence {
  readonly sentence: Sentence;
  readonly text: string;
  /** Lower case, of the same length: a case-insensitive pattern takes several times as long. */
  readonly lower: string;
  /** Role of the message. */
  readonly role: string;
  /** Whether a tool wrote it, regardless of the message's sender. */
  readonly isTool: boolean;
  /** Whether it is prose of a speaker, and neither code nor machine output. */
  readonly isTalk: boolean;
  readonly isQuestion: boolean;
}

/** The match of a rule in a sentence. */
export interface FoundAnchor {
  /** 0 to 1; an anchor of 0.8 or more is kept regardless of its tokens. */
  readonly importance: number;
  /** Start of the match in the sentence, in UTF-16 units. A long sentence is cut around the match. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Whether the match alone is kept, without its sentence. */
  readonly isAlone?: boolean;
}

/** Searches one sentence for an anchor, in time linear in its length. */
export type AnchorRule = (said: SpokenSentence) => FoundAnchor | undefined;

/** The match of the first pattern that matches, with the importance of that pattern. */
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
