import { compareText } from '@lexichord/platform/internal';
import type { RE2JS, RE2Set } from 're2js';

import { compileFilter, compilePattern, type PatternSource } from './compile-pattern.js';
import { PatternProblem } from './pattern-problem.js';
import { readPattern, type TextPattern } from './text-pattern.js';

/**
 * Limits of the size of patterns and of the work. A step is one instruction at one character: 10 to 100 nanoseconds.
 */
export interface PatternLimits {
  /** Instructions of all patterns together, words not counted. */
  readonly maxTotalSize: number;
  /** Patterns of all rules together, words included. */
  readonly maxPatterns: number;
  /** Steps in one count of one rule. */
  readonly maxStepsPerCount: number;
  /** Steps of all rules in one text. */
  readonly maxStepsPerText: number;
}

/** The five largest public styles together have 40,000 instructions, and take 60 million steps for 100 KB. */
export const defaultPatternLimits: PatternLimits = {
  maxTotalSize: 1_000_000,
  maxPatterns: 100_000,
  maxStepsPerCount: 30_000_000,
  maxStepsPerText: 200_000_000,
};
/** Approximate cost of compiling an instruction, in steps. */
const stepsToCompile = 20;
/** Approximate cost of starting a search for a word, in steps, and number of searched characters per step. */
const stepsToSearch = 2;
const charactersPerStep = 32;
/** Maximum number of cached compiled patterns and of their instructions, each of which takes some 300 bytes. */
const maxKept = 400;
const maxKeptSize = 100_000;
/** Maximum size of the automaton of a cached pattern, in bytes. */
const maxFilterBytes = 128 * 1024;

/** Pattern for RE2. */
export interface Expression extends PatternSource {
  /** Approximate size in instructions. */
  readonly size: number;
}

/** An expression, compiled. */
interface Program {
  readonly pattern: RE2JS;
  /** Quickly excludes texts without a match. */
  readonly filter: RE2Set | undefined;
  readonly size: number;
}

/**
 * Reads and matches the untrusted patterns of style files, within bounds of work and memory.
 *
 * RE2 takes time in proportion to pattern and text, so that the work of a match can be computed in advance, equally on
 * every machine: a match that would exceed a limit is not begun. A rule that reached its limit is no longer counted;
 * after the limit of a text, no rule is.
 */
export class PatternEngine {
  private readonly problemsByOwner = new Map<string, string>();
  private readonly compiled = new Map<string, Program>();
  private totalSize = 0;
  private patternCount = 0;
  private keptSize = 0;
  private stepsOfCount = 0;
  private stepsOfText = 0;
  /** Whether a text was too much work. */
  private isUsedUp = false;

  constructor(private readonly limits: PatternLimits = defaultPatternLimits) {}

  /**
   * @param ignoreCase whether the whole pattern is under `(?i)`
   * @throws {PatternProblem} if the pattern is malformed or too large, or all are together
   */
  readPattern(source: string, ignoreCase: boolean): TextPattern {
    const { maxPatterns } = this.limits;
    if (this.patternCount >= maxPatterns) throw new PatternProblem(`there are more than ${maxPatterns} patterns`);
    this.patternCount += 1;
    const pattern = readPattern(source, ignoreCase, { maxSize: this.limits.maxTotalSize - this.totalSize });
    this.totalSize += pattern.isPlain ? 0 : pattern.size;
    return pattern;
  }

  /** Begins another text for the next counts. */
  beginText(): void {
    this.stepsOfText = 0;
  }

  /**
   * The result of `work`; `undefined` if it exceeds a limit, or if its owner is switched off.
   *
   * @param owner is switched off by a failure; named as it appears in {@link problems}
   */
  run<T>(owner: string, work: () => T): T | undefined {
    if (this.problemsByOwner.has(owner)) return undefined;
    this.stepsOfCount = 0;
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      this.problemsByOwner.set(owner, `${owner} is no longer counted: ${error.reason}.`);
      return undefined;
    }
  }

  /** Whether a text has one of the words, or the list is empty. Inside of {@link run}. */
  hasOne(text: string, words: readonly string[]): boolean {
    this.spend(Math.max(1, words.length) * (stepsToSearch + Math.floor(text.length / charactersPerStep)));
    return words.length === 0 || words.some((word) => text.includes(word));
  }

  /** All matches of an expression in a text, the leftmost first. Inside of {@link run}. */
  *matchAll(expression: Expression, text: string): Generator<RegExpMatchArray, void, undefined> {
    const { pattern, filter } = this.programOf(expression);
    this.spend(expression.size * text.length);
    if (filter?.match(text).length === 0) return;
    for (const match of pattern.matchAll(text)) {
      yield match;
      // A search for the next match may scan the whole rest, and find a short match again.
      this.spend(expression.size * (text.length - (match.index ?? 0)));
    }
  }

  /** One sentence for each owner that is switched off, sorted. */
  get problems(): readonly string[] {
    return [...this.problemsByOwner.values()].sort(compareText);
  }

  private spend(steps: number): void {
    if (this.stepsOfCount + steps > this.limits.maxStepsPerCount) {
      throw new PatternProblem('its patterns take too long on one text; simplify them');
    }
    this.isUsedUp ||= this.stepsOfText + steps > this.limits.maxStepsPerText;
    if (this.isUsedUp) throw new PatternProblem('all patterns together take too long on one text');
    this.stepsOfCount += steps;
    this.stepsOfText += steps;
  }

  private programOf(expression: Expression): Program {
    const key = `${expression.ignoreCase}${expression.source}`;
    return this.compiled.get(key) ?? this.compile(key, expression);
  }

  private compile(key: string, expression: Expression): Program {
    const { size } = expression;
    this.spend(size * stepsToCompile);
    const program = { pattern: compilePattern(expression), filter: compileFilter(expression, maxFilterBytes), size };
    // The first compiled one is removed first: a text is matched rule after rule, so that no other order is better.
    for (const [oldest, { size: freed }] of this.compiled) {
      if (this.compiled.size < maxKept && this.keptSize + size <= maxKeptSize) break;
      this.compiled.delete(oldest);
      this.keptSize -= freed;
    }
    this.compiled.set(key, program);
    this.keptSize += size;
    return program;
  }
}
