import { compilePattern } from './compile-pattern.js';
import { type ForeignFeature, outlinePattern } from './outline-pattern.js';
import { PatternProblem } from './pattern-problem.js';

/** Maximum length of a pattern, in UTF-16 units. */
export const maxPatternLength = 10_000;
/** Maximum size of a matched pattern, in compiled instructions: those of real styles have some hundreds. */
export const maxPatternSize = 5_000;

/** Characters without a special meaning: most patterns are words. */
const plainText = /^[\p{L}\p{N} '’-]*$/u;

/** An untrusted pattern of a style file. */
export interface TextPattern {
  /** Without a `\b` at its beginning and its end. */
  readonly source: string;
  readonly startsAtEdge: boolean;
  readonly endsAtEdge: boolean;
  readonly ignoreCase: boolean;
  /** Whether it is literal words. */
  readonly isPlain: boolean;
  /** Approximate number of compiled instructions. */
  readonly size: number;
  /** Texts, folded: each match has one of them. Empty when undetermined. */
  readonly literals: readonly string[];
  /** Reason for not matching it, worded to follow "RE2 has no". */
  readonly foreign?: ForeignFeature | undefined;
}

/**
 * Reads a pattern of Vale's engine, .NET's, as far as RE2 supports it.
 *
 * @param ignoreCase whether the whole pattern is under `(?i)`
 * @param maxSize in instructions, besides {@link maxPatternSize}; words are of any size
 * @throws {PatternProblem} if it is malformed or too large
 */
export function readPattern(
  source: string,
  ignoreCase: boolean,
  { maxSize = maxPatternSize }: { readonly maxSize?: number } = {},
): TextPattern {
  if (source.length > maxPatternLength) {
    throw new PatternProblem(`it is longer than ${maxPatternLength} characters`);
  }
  const isPlain = plainText.test(source);
  const { size, literals, foreign, isChoice } = outlinePattern(source, 1);
  if (size > maxPatternSize && !isPlain) throw new PatternProblem(`it is larger than ${maxPatternSize} instructions`);
  if (size > maxSize && !isPlain) throw new PatternProblem('all patterns together are too large');
  if (foreign === undefined && !isPlain) compilePattern({ source, ignoreCase });
  // An edge of one alternative is not one of the others.
  const startsAtEdge = !isChoice && source.startsWith('\\b');
  const endsAtEdge = !isChoice && /(?<!\\)(?:\\\\)*\\b$/.test(source.slice(startsAtEdge ? 2 : 0));
  const inner = source.slice(startsAtEdge ? 2 : 0, endsAtEdge ? -2 : undefined);
  return { source: inner, startsAtEdge, endsAtEdge, ignoreCase, isPlain, size, literals, foreign };
}
