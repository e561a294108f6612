import { type ParsedPattern, parsePattern } from './parse-pattern.js';
import { isExplosive } from './pattern-hazards.js';
import { PatternProblem } from './pattern-node.js';
import { ignoresCase, keptCaptures, printPattern } from './print-pattern.js';

/** More alternatives than this are spread over several expressions, which the engine compiles more easily. */
const maxAlternatives = 400;

/** One thing that a scan found. */
export interface PatternMatch {
  /** Index of the alternative that matched. */
  readonly alternative: number;
  readonly text: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** What the groups captured, if they are kept, in order of their names. */
  readonly captures: readonly string[];
}

/** What stands around the alternatives of a scanner. */
export interface ScannerFrame {
  /** Whether matches must begin and end at the edge of a word. */
  readonly wholeWords: boolean;
  /** Whether matches tell what the groups of the alternatives captured. */
  readonly keepCaptures?: boolean;
  readonly before?: readonly ParsedPattern[];
  readonly after?: readonly ParsedPattern[];
}

interface Chunk {
  readonly alternatives: readonly ParsedPattern[];
  /** Number of the capture that holds each alternative. */
  readonly captureIndexes: readonly number[];
}

/**
 * Reads a pattern and makes sure that it can be run.
 *
 * @throws {PatternProblem} if it cannot, or must not
 */
export function readPattern(source: string, ignoreCase: boolean): ParsedPattern {
  const pattern = parsePattern(source, ignoreCase);
  if (isExplosive(pattern.root)) throw new PatternProblem('it nests repetitions, which may never come to an end');
  try {
    compile([pattern], { wholeWords: false }, false);
  } catch (error) {
    throw new PatternProblem(error instanceof Error ? error.message : 'it does not compile');
  }
  return pattern;
}

/** Finds the leftmost match of the first alternative that fits, over and over, as Vale's lists of words do. */
export class PatternScanner {
  private readonly chunks: readonly Chunk[];
  private readonly compiled = new Map<string, RegExp>();

  constructor(
    alternatives: readonly ParsedPattern[],
    private readonly frame: ScannerFrame = { wholeWords: false },
  ) {
    const chunks: Chunk[] = [];
    for (let at = 0; at < alternatives.length; at += maxAlternatives) {
      chunks.push(toChunk(alternatives.slice(at, at + maxAlternatives), frame));
    }
    this.chunks = chunks;
  }

  /** All matches in `text`, those of one chunk of alternatives after those of another. Empty matches are left out. */
  *scan(text: string): Generator<PatternMatch> {
    // Letters beyond ASCII make the difference between the two notions of a word, and are rare in most texts.
    const unicodeWords = /[^\x00-\x7f]/.test(text);
    for (const [index, chunk] of this.chunks.entries()) {
      // `matchAll` would make a copy of the expression for each text, which costs more than a short text does.
      const expression = this.expression(index, chunk, unicodeWords);
      expression.lastIndex = 0;
      for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
        if (match[0] === '') {
          // The engine steps back from the middle of a surrogate pair: half a step would be none.
          expression.lastIndex = match.index + ((text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
          continue;
        }
        const resumeAt = expression.lastIndex;
        yield toPatternMatch(match, chunk, index * maxAlternatives);
        expression.lastIndex = resumeAt;
      }
    }
  }

  /** Whether anything matches in `text`. */
  matches(text: string): boolean {
    return this.scan(text).next().done === false;
  }

  private expression(chunkIndex: number, chunk: Chunk, unicodeWords: boolean): RegExp {
    const key = `${chunkIndex}${unicodeWords ? 'u' : 'a'}`;
    const known = this.compiled.get(key);
    if (known !== undefined) return known;
    const made = compile(chunk.alternatives, this.frame, unicodeWords);
    this.compiled.set(key, made);
    return made;
  }
}

function compile(alternatives: readonly ParsedPattern[], frame: ScannerFrame, unicodeWords: boolean): RegExp {
  const { before = [], after = [], keepCaptures = false } = frame;
  const caseFlag = [...before, ...alternatives, ...after].every(({ root }) => ignoresCase(root));
  const print = ({ root }: ParsedPattern, groupPrefix: string): string =>
    printPattern(root, { caseFlag, unicodeWords, groupPrefix, keepCaptures });
  const choice = alternatives.map((pattern, index) => `(${print(pattern, `c${index}_`)})`).join('|');
  const edge = frame.wholeWords
    ? printPattern({ kind: 'anchor', name: 'word-edge' }, { caseFlag, unicodeWords, groupPrefix: '' })
    : '';
  const head = before.map((pattern, index) => print(pattern, `b${index}_`)).join('');
  const tail = after.map((pattern, index) => print(pattern, `d${index}_`)).join('');
  return new RegExp(`${head}${edge}(?:${choice})${edge}${tail}`, caseFlag ? 'gimu' : 'gmu');
}

/** Where the captures of the alternatives are among all captures: those that they keep themselves count, too. */
function toChunk(alternatives: readonly ParsedPattern[], { before = [], keepCaptures = false }: ScannerFrame): Chunk {
  let next = 1 + before.reduce((sum, { root }) => sum + keptCaptures(root, keepCaptures), 0);
  const captureIndexes = alternatives.map(({ root }) => {
    const own = next;
    next += 1 + keptCaptures(root, keepCaptures);
    return own;
  });
  return { alternatives, captureIndexes };
}

function toPatternMatch(match: RegExpExecArray, { captureIndexes }: Chunk, firstAlternative: number): PatternMatch {
  const texts: readonly (string | undefined)[] = match;
  const alternative = captureIndexes.findIndex((index) => texts[index] !== undefined);
  const captures = Object.values<string | undefined>(match.groups ?? {});
  return {
    alternative: firstAlternative + Math.max(0, alternative),
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    captures: captures.filter((capture) => capture !== undefined),
  };
}
