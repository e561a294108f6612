import { foldCase } from '../prose/folded-words.js';
import type { ProseText } from '../prose/prose-text.js';
import type { Expression, PatternEngine } from './pattern-engine.js';
import { longerLiterals } from './pattern-part.js';
import type { TextPattern } from './text-pattern.js';

/** A match of a scan. */
export interface PatternMatch {
  /** Index of the pattern that matched. */
  readonly alternative: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly text: string;
  /** Captured groups of the pattern, in order. */
  readonly captures: readonly string[];
}

/** Pattern text around the alternatives of a scanner. */
export interface ScannerFrame {
  /** Whether matches must begin and end at the edge of a word. */
  readonly wholeWords: boolean;
  readonly before?: readonly TextPattern[];
  readonly after?: readonly TextPattern[];
}

/** A pattern with its index among all, and its form for RE2. */
interface Alternative {
  readonly index: number;
  /** Whether a match must begin and end at the edge of a word. */
  readonly startsAtEdge: boolean;
  readonly endsAtEdge: boolean;
  /** Folded texts of which each match has one; empty when undetermined. */
  readonly literals: readonly string[];
  /** The longest word of each literal. */
  readonly words: readonly string[];
  readonly ascii: Expression;
  /** For texts beyond ASCII: a match is its first group, whose edges are checked afterwards. */
  readonly unicode: Expression;
}

/**
 * Finds matches of several patterns, like Vale's lists of words: the leftmost match, of the first matching pattern,
 * then the next after its end. A pattern that RE2 cannot match is never found.
 *
 * Styles are lists of thousands of words, of which a text has few. So a pattern runs only on a text with one of the
 * words that its matches require.
 */
export class PatternScanner {
  private constructor(
    private readonly engine: PatternEngine,
    private readonly alternatives: readonly Alternative[],
  ) {}

  static of(
    patterns: readonly TextPattern[],
    engine: PatternEngine,
    frame: ScannerFrame = { wholeWords: false },
  ): PatternScanner {
    const around = [...(frame.before ?? []), ...(frame.after ?? [])];
    const isFrameMatched = around.every(({ foreign }) => foreign === undefined);
    const alternatives = distinct(patterns)
      .filter(({ pattern }) => isFrameMatched && pattern.foreign === undefined)
      .map(({ pattern, index }) => toAlternative(pattern, index, frame));
    return new PatternScanner(engine, alternatives);
  }

  /**
   * A scanner with the same matches in the texts of some prose, without the patterns that cannot match it. Inside of
   * the engine's `run`.
   */
  within({ words, folded }: ProseText): PatternScanner {
    const { engine } = this;
    const present = this.alternatives.filter(
      (each) => engine.hasOne(words, each.words) && engine.hasOne(folded, each.literals),
    );
    return new PatternScanner(this.engine, present);
  }

  /** All matches in `text`, in order; they do not overlap. Empty matches are left out. Inside of the engine's `run`. */
  scan(text: string): readonly PatternMatch[] {
    const isUnicode = isBeyondAscii(text);
    const folded = foldCase(text);
    const found: PatternMatch[] = [];
    for (const alternative of this.alternatives) {
      const { index, literals, ascii, unicode } = alternative;
      if (!this.engine.hasOne(folded, literals)) continue;
      for (const match of this.engine.matchAll(isUnicode ? unicode : ascii, text)) {
        const [whole, ...captures] = (match as readonly (string | undefined)[]).slice(isUnicode ? 1 : 0);
        const { index: start = 0 } = match;
        if (whole === undefined || whole === '') continue;
        const end = start + whole.length;
        if (isUnicode && !hasEdges(alternative, text, [start, end])) continue;
        const given = captures.filter((capture) => capture !== undefined);
        found.push({ alternative: index, start, end, text: whole, captures: given });
      }
    }
    return dropOverlaps(found);
  }

  /** Whether anything matches in `text`. */
  matches(text: string): boolean {
    return this.scan(text).length > 0;
  }
}

/** The distinct patterns with their indexes; of equal ones the first, which would match before the others. */
function distinct(patterns: readonly TextPattern[]): readonly { pattern: TextPattern; index: number }[] {
  const byMeaning = new Map<string, { pattern: TextPattern; index: number }>();
  for (const [index, pattern] of patterns.entries()) {
    const { source, startsAtEdge, endsAtEdge, ignoreCase } = pattern;
    const meaning = `${startsAtEdge} ${endsAtEdge} ${ignoreCase} ${source}`;
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, { pattern, index });
  }
  return [...byMeaning.values()];
}

function hasEdges(
  { startsAtEdge, endsAtEdge }: Alternative,
  text: string,
  [start, end]: readonly [number, number],
): boolean {
  return (!startsAtEdge || isWordEdge(text, start)) && (!endsAtEdge || isWordEdge(text, end));
}

function toAlternative(pattern: TextPattern, index: number, frame: ScannerFrame): Alternative {
  const { wholeWords, before = [], after = [] } = frame;
  const { source, ignoreCase } = pattern;
  const around = [...before, ...after];
  const size = around.reduce((sum, part) => sum + part.size, pattern.size) + 4;
  const startsAtEdge = wholeWords || pattern.startsAtEdge;
  const endsAtEdge = wholeWords || pattern.endsAtEdge;
  const join = (start: boolean, end: boolean): string =>
    [...before.map(toSource), withEdges(source, start, end), ...after.map(toSource)].join('');
  // RE2's edges are those of ASCII: for other texts they are kept where the pattern has an ASCII letter.
  const startsAscii = before.length > 0 || /^[A-Za-z0-9]/.test(source);
  const endsAscii = after.length > 0 || /(?:^|[^\\])[A-Za-z0-9]$/.test(source);
  const endsInMark = /(?:\\[^A-Za-z0-9]|[!"#%&',/:;<=>@`~-])$/.test(source);
  const literals = [pattern, ...around].reduce<readonly string[]>(
    (best, part) => longerLiterals(best, part.literals),
    [],
  );
  // After other letters, an alternative that ends within a word must yield to the next one.
  const tail = endsAtEdge && !endsAscii && !endsInMark ? '(?:\\W|\\z)' : '';
  return {
    index,
    startsAtEdge: startsAtEdge && before.length === 0,
    endsAtEdge: endsAtEdge && after.length === 0,
    literals,
    words: longestWords(literals),
    ascii: { source: join(startsAtEdge, endsAtEdge), ignoreCase, size },
    unicode: {
      source: widenWords(`(${join(startsAtEdge && startsAscii, endsAtEdge && endsAscii)})${tail}`),
      ignoreCase,
      size: 2 * size,
    },
  };
}

function toSource({ source, startsAtEdge, endsAtEdge }: TextPattern): string {
  return withEdges(source, startsAtEdge, endsAtEdge);
}

function withEdges(source: string, start: boolean, end: boolean): string {
  return `${start ? '\\b' : ''}(?:${source})${end ? '\\b' : ''}`;
}

/** The longest run of letters and digits of each text. */
function longestWords(texts: readonly string[]): readonly string[] {
  return texts.map((text) =>
    text.split(/[^\p{L}\p{N}]+/u).reduce((best, word) => (word.length > best.length ? word : best), ''),
  );
}

/** Removes overlapping matches: the one that begins first is kept, among equals the one of the first alternative. */
function dropOverlaps(found: readonly PatternMatch[]): readonly PatternMatch[] {
  const sorted = [...found].sort((one, two) => one.start - two.start || one.alternative - two.alternative);
  const kept: PatternMatch[] = [];
  let end = 0;
  for (const match of sorted) {
    if (match.start < end) continue;
    kept.push(match);
    end = match.end;
  }
  return kept;
}

const wordMembers = String.raw`\p{L}\p{M}\p{N}_`;
const spaceMembers = String.raw`\s\v\p{Z}\x{85}`;
const beyondAscii = /(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{Z}\x85]/u;
const endsInWord = /[\p{L}\p{M}\p{N}_]$/u;
const startsWithWord = /^[\p{L}\p{M}\p{N}_]/u;

/** An opened class with its possible first member, a quoted stretch, an escape, the end of a class. */
const token = /\[\^?\]?|\\Q[^]*?(?:\\E|$)|\\[^]|\]/gu;

/** Whether a text has letters, digits or white space beyond RE2's `\w`, `\b` and `\s`, which are ASCII only. */
function isBeyondAscii(text: string): boolean {
  // Most texts are ASCII, and the first test is ten times as fast.
  return /[^\x00-\x7f]/.test(text) && beyondAscii.test(text);
}

/** The pattern with `\w`, `\W`, `\s` and `\S` of Unicode, as .NET has them. `[\W]` and `[\S]` stay as they are. */
function widenWords(source: string): string {
  let isInClass = false;
  return source.replace(token, (found) => {
    if (found.startsWith('[') && !isInClass) isInClass = true;
    else if (found === ']') isInClass = false;
    const lower = found.toLowerCase();
    const members = lower === '\\w' ? wordMembers : lower === '\\s' ? spaceMembers : undefined;
    if (members === undefined || (isInClass && found !== lower)) return found;
    return isInClass ? members : `[${found === lower ? '' : '^'}${members}]`;
  });
}

/** Whether a word, in any script, begins or ends at an offset of a text: .NET's `\b`. */
function isWordEdge(text: string, offset: number): boolean {
  return (
    endsInWord.test(text.slice(Math.max(0, offset - 2), offset)) !== startsWithWord.test(text.slice(offset, offset + 2))
  );
}
