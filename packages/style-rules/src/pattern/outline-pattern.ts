import {
  characterPart,
  chooseParts,
  classPart,
  emptyPart,
  joinParts,
  openPart,
  ownLiterals,
  type PatternPart,
  repeatPart,
} from './pattern-part.js';
import { PatternProblem } from './pattern-problem.js';

/** Maximum nesting of groups. */
const maxDepth = 50;

/** Features of .NET's patterns that RE2 lacks, worded to follow "RE2 has no". */
export type ForeignFeature =
  | 'look-ahead'
  | 'back references'
  | 'atomic groups'
  | 'possessive repetitions'
  | 'comments in patterns'
  | 'group names in quotation marks'
  | 'subtraction of character classes';

/** Properties of a pattern that are found without compiling it. */
export interface PatternOutline extends Pick<PatternPart, 'samples' | 'size' | 'literals'> {
  /** Whether it consists of alternatives. */
  readonly isChoice: boolean;
  /** The first feature that RE2 cannot match. */
  readonly foreign?: ForeignFeature | undefined;
}

const controlEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', a: '\x07' };
const groupOpeners: readonly (readonly [string, 'plain' | 'look-behind' | ForeignFeature])[] = [
  ['?:', 'plain'],
  ['?=', 'look-ahead'],
  ['?!', 'look-ahead'],
  ['?<=', 'look-behind'],
  ['?<!', 'look-behind'],
  ['?>', 'atomic groups'],
  ['?#', 'comments in patterns'],
  ["?'", 'group names in quotation marks'],
  ['?P=', 'back references'],
];

/**
 * Outlines a pattern in the syntax of RE2 or .NET, without validating it: a malformed one has some outline, and RE2
 * reports the error.
 *
 * @param maxSamples maximum number of samples
 * @throws {PatternProblem} if its groups are nested too deeply, or a quoted stretch has no end
 */
export function outlinePattern(source: string, maxSamples: number): PatternOutline {
  return new PatternReader(source, maxSamples).read();
}

/** Part of a group that only sets flags. */
const flagsPart: PatternPart = { ...emptyPart };

class PatternReader {
  private readonly points: readonly string[];
  private position = 0;
  private depth = 0;
  private foreign: ForeignFeature | undefined;

  constructor(
    source: string,
    private readonly maxSamples: number,
  ) {
    this.points = Array.from(source);
  }

  read(): PatternOutline {
    const options = this.readOptions();
    const part = chooseParts(options, this.maxSamples);
    const { samples, size } = part;
    return { samples, size, literals: ownLiterals(part), isChoice: options.length > 1, foreign: this.foreign };
  }

  private readOptions(): readonly PatternPart[] {
    const options: PatternPart[] = [];
    do options.push(this.readSequence());
    while (this.take('|'));
    return options;
  }

  private readSequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.position < this.points.length && this.peek() !== '|' && this.peek() !== ')') {
      const atom = this.readAtom();
      // RE2 skips flags: a repetition after them applies to the part before.
      parts.push(this.readRepetitions(atom === flagsPart ? (parts.pop() ?? atom) : atom));
    }
    return joinParts(parts, this.maxSamples);
  }

  private readAtom(): PatternPart {
    const point = this.next();
    switch (point) {
      case '(':
        return this.readGroup();
      case '[':
        return this.readClass();
      case '.':
        return openPart;
      case '^':
      case '$':
        return emptyPart;
      case '\\':
        return this.readEscape();
      default:
        return characterPart(point);
    }
  }

  private readGroup(): PatternPart {
    const role = groupOpeners.find(([start]) => this.take(start))?.[1] ?? this.readGroupHead();
    if (role === 'flags') return flagsPart;
    if (role !== 'plain' && role !== 'look-behind') this.foreign ??= role;
    if (this.depth === maxDepth) throw new PatternProblem(`its groups are nested more than ${maxDepth} deep`);
    this.depth += 1;
    const body = chooseParts(this.readOptions(), this.maxSamples);
    this.take(')');
    this.depth -= 1;
    return role === 'plain' || role === 'atomic groups' ? body : { ...emptyPart, size: body.size };
  }

  /** Reads the head of a group: it captures, or sets flags for its body or, like `(?i)`, for the text after it. */
  private readGroupHead(): 'plain' | 'flags' {
    if (this.take('?P<') || this.take('?<')) this.takeUntil('>');
    else if (this.take('?')) {
      while (/^[a-zA-Z-]$/.test(this.peek())) this.position += 1;
      if (this.take(')')) return 'flags';
      this.take(':');
    }
    return 'plain';
  }

  private readEscape(): PatternPart {
    const letter = this.next();
    if (/[bBAzZ]/.test(letter)) return emptyPart;
    if (/[dDsSwW]/.test(letter)) return classPart([`\\${letter}`], false);
    if (letter === 'Q') return this.readQuoted();
    if (/[pPxu]/.test(letter)) {
      this.takeArgument(letter);
      return { ...openPart, isClass: true };
    }
    if (letter === '0') {
      while (/^[0-7]$/.test(this.peek())) this.position += 1;
      return openPart;
    }
    if (/[1-9k]/.test(letter)) {
      this.foreign ??= 'back references';
      return openPart;
    }
    return characterPart(controlEscapes[letter] ?? letter);
  }

  private readQuoted(): PatternPart {
    const text = this.takeUntil('\\E');
    // It would quote the text behind the pattern.
    if (text === undefined) throw new PatternProblem('a "\\Q" has no "\\E"');
    return joinParts(Array.from(text, characterPart), this.maxSamples);
  }

  /** Reads a class; its members are kept as written, as RE2 reads them again. */
  private readClass(): PatternPart {
    const isNegated = this.take('^');
    const members: string[] = [];
    do {
      const from = this.readMember();
      const isRange = this.peek() === '-' && this.peek(1) !== ']' && this.peek(1) !== '';
      const isBeforeClass = this.peek(isRange ? 1 : 0) === '[' && this.peek(isRange ? 2 : 1) !== ':';
      if (isBeforeClass && (isRange || from === '-')) this.foreign ??= 'subtraction of character classes';
      if (isRange) this.next();
      members.push(isRange ? `${from}-${this.readMember()}` : from);
    } while (this.position < this.points.length && this.peek() !== ']');
    this.next();
    return classPart(members, isNegated);
  }

  private readMember(): string {
    if (this.take('[:')) {
      this.takeUntil(':]');
      return '[:class:]';
    }
    if (!this.take('\\')) return this.next();
    const letter = this.next();
    if (/[pPxu]/.test(letter)) return `\\${letter}${this.takeArgument(letter)}`;
    return /[a-zA-Z0-9]/.test(letter) && controlEscapes[letter] === undefined ? `\\${letter}` : letter;
  }

  private readRepetitions(atom: PatternPart): PatternPart {
    const counts = this.readCounts();
    if (counts === undefined) return atom;
    if (!this.take('?') && this.take('+')) this.foreign ??= 'possessive repetitions';
    return repeatPart(atom, { min: counts[0], max: counts[1] }, this.maxSamples);
  }

  private readCounts(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Infinity];
    if (this.take('+')) return [1, Infinity];
    if (this.take('?')) return [0, 1];
    if (this.peek() !== '{') return undefined;
    const ahead = this.points.slice(this.position, this.position + 16).join('');
    const match = /^\{(\d{1,6})(,?)(\d{0,6})\}/.exec(ahead);
    if (match === null) return undefined;
    this.position += match[0].length;
    const min = Number(match[1]);
    return [min, match[2] === '' ? min : match[3] === '' ? Infinity : Number(match[3])];
  }

  private takeArgument(letter: string): string {
    if (this.take('{')) return `{${this.takeUntil('}') ?? ''}}`;
    let text = '';
    for (let left = { x: 2, u: 4 }[letter] ?? 1; left > 0; left -= 1) text += this.next();
    return text;
  }

  private peek(ahead = 0): string {
    return this.points[this.position + ahead] ?? '';
  }

  private next(): string {
    const point = this.peek();
    this.position += 1;
    return point;
  }

  /** @param text ASCII */
  private take(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) if (this.peek(at) !== text[at]) return false;
    this.position += text.length;
    return true;
  }

  /** Reads everything up to `end`, which is skipped; undefined, at the end of the pattern, if it is missing. */
  private takeUntil(end: string): string | undefined {
    const rest = this.points.slice(this.position).join('');
    const at = rest.indexOf(end);
    this.position += at < 0 ? rest.length : Array.from(rest.slice(0, at)).length + end.length;
    return at < 0 ? undefined : rest.slice(0, at);
  }
}
