import { type Finding, LiteralIndex, type Subject, toSubject } from './literal-index.js';
import { type ParsedPattern, parsePattern } from './parse-pattern.js';
import { isExplosive } from './pattern-hazards.js';
import { PatternProblem } from './pattern-node.js';
import { canFold, ignoresCase, keptCaptures, printPattern, type PrintOptions } from './print-pattern.js';

/** More alternatives than this are spread over several expressions, which the engine compiles more easily. */
const maxAlternatives = 100;

/** One thing that a scan found. */
export interface PatternMatch extends Finding {
  readonly text: string;
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

/** What an expression is made for. */
type ScanMode = Pick<PrintOptions, 'caseMode' | 'unicodeWords'>;

/** Alternatives that make one expression. */
interface Chunk {
  readonly alternatives: readonly { readonly index: number; readonly pattern: ParsedPattern }[];
  /** Number of the capture that holds each alternative. */
  readonly captureIndexes: readonly number[];
  readonly compiled: Map<string, RegExp>;
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
    compile([pattern], { wholeWords: false }, { caseMode: 'spelled', unicodeWords: false });
  } catch (error) {
    throw new PatternProblem(error instanceof Error ? error.message : 'it does not compile');
  }
  return pattern;
}

/** Finds the leftmost match of the first alternative that fits, over and over, as Vale's lists of words do. */
export class PatternScanner {
  private readonly literals = new LiteralIndex();
  private readonly chunks: readonly Chunk[];
  private readonly caseMode: ScanMode['caseMode'];

  constructor(
    alternatives: readonly ParsedPattern[],
    private readonly frame: ScannerFrame = { wholeWords: false },
  ) {
    const { before = [], after = [], wholeWords, keepCaptures = false } = frame;
    const takesLiterals = wholeWords && before.length + after.length === 0;
    const rest = alternatives
      .map((pattern, index) => ({ index, pattern }))
      .filter(({ index, pattern }) => !takesLiterals || !this.literals.add(index, pattern));
    const chunks: Chunk[] = [];
    for (let at = 0; at < rest.length; at += maxAlternatives)
      chunks.push(toChunk(rest.slice(at, at + maxAlternatives), frame));
    this.chunks = chunks;
    const mode = chooseCaseMode([...before, ...rest.map(({ pattern }) => pattern), ...after]);
    // What groups captured must be as it is written.
    this.caseMode = mode === 'folded' && keepCaptures ? 'flag' : mode;
  }

  /** All matches in `text`, in order; they do not overlap. Empty matches are left out. */
  scan(text: string): readonly PatternMatch[] {
    const subject = toSubject(text);
    // Letters beyond ASCII make the difference between the two notions of a word, and are rare in most texts.
    const mode: ScanMode = { caseMode: this.caseMode, unicodeWords: /[^\x00-\x7f]/.test(text) };
    const found: PatternMatch[] = this.literals
      .find(subject)
      .map((finding) => ({ ...finding, text: text.slice(finding.start, finding.end), captures: [] }));
    const isFolded = mode.caseMode === 'folded';
    for (const chunk of this.chunks) {
      collectMatches(chunk, subject, { expression: this.expression(chunk, mode), isFolded, found });
    }
    return dropOverlaps(found);
  }

  /** Whether anything matches in `text`. */
  matches(text: string): boolean {
    return this.scan(text).length > 0;
  }

  private expression(chunk: Chunk, mode: ScanMode): RegExp {
    const key = `${mode.caseMode}:${mode.unicodeWords}`;
    const patterns = chunk.alternatives.map(({ pattern }) => pattern);
    const expression = chunk.compiled.get(key) ?? compile(patterns, this.frame, mode);
    chunk.compiled.set(key, expression);
    return expression;
  }
}

function chooseCaseMode(patterns: readonly ParsedPattern[]): ScanMode['caseMode'] {
  if (!patterns.every(({ root }) => ignoresCase(root))) return 'spelled';
  return patterns.every(({ root }) => canFold(root)) ? 'folded' : 'flag';
}

function compile(alternatives: readonly ParsedPattern[], frame: ScannerFrame, mode: ScanMode): RegExp {
  const { before = [], after = [], keepCaptures = false } = frame;
  const print = ({ root }: ParsedPattern, groupPrefix: string): string =>
    printPattern(root, { ...mode, groupPrefix, keepCaptures });
  const choice = alternatives.map((pattern, index) => `(${print(pattern, `c${index}_`)})`).join('|');
  const edge = frame.wholeWords
    ? printPattern({ kind: 'anchor', name: 'word-edge' }, { ...mode, groupPrefix: '' })
    : '';
  const head = before.map((pattern, index) => print(pattern, `b${index}_`)).join('');
  const tail = after.map((pattern, index) => print(pattern, `d${index}_`)).join('');
  return new RegExp(`${head}${edge}(?:${choice})${edge}${tail}`, mode.caseMode === 'flag' ? 'gimu' : 'gmu');
}

/** Where the captures of the alternatives are among all captures: those that they keep themselves count, too. */
function toChunk(alternatives: Chunk['alternatives'], { before = [], keepCaptures = false }: ScannerFrame): Chunk {
  let next = 1 + before.reduce((sum, { root }) => sum + keptCaptures(root, keepCaptures), 0);
  const captureIndexes = alternatives.map(({ pattern }) => {
    const own = next;
    next += 1 + keptCaptures(pattern.root, keepCaptures);
    return own;
  });
  return { alternatives, captureIndexes, compiled: new Map() };
}

function collectMatches(
  { alternatives, captureIndexes }: Chunk,
  { text, folded }: Subject,
  {
    expression,
    isFolded,
    found,
  }: { readonly expression: RegExp; readonly isFolded: boolean; readonly found: PatternMatch[] },
): void {
  const subject = isFolded ? folded : text;
  expression.lastIndex = 0;
  for (let match = expression.exec(subject); match !== null; match = expression.exec(subject)) {
    const { 0: whole, index: start } = match;
    if (whole === '') {
      // The engine steps back from the middle of a surrogate pair: half a step would be none.
      expression.lastIndex = start + ((subject.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    const texts: readonly (string | undefined)[] = match;
    const place = captureIndexes.findIndex((capture) => texts[capture] !== undefined);
    const captures = Object.values<string | undefined>(match.groups ?? {}).filter((capture) => capture !== undefined);
    const end = start + whole.length;
    found.push({ alternative: alternatives[place]?.index ?? 0, text: text.slice(start, end), start, end, captures });
  }
}

/** Of matches that overlap, the one that begins first, and of these the one of the first alternative. */
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
