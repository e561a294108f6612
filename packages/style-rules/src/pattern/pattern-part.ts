import { foldCase } from '../prose/folded-words.js';

/** Placeholder for text that a pattern leaves open. */
export const open = '…';
/** Maximum number of single characters of a class that is spelled out. */
const maxSpelledClass = 4;
/** Maximum length of a sample before it is cut for readers, in UTF-16 units. */
const maxGrownLength = 120;

/** Properties of a part of a pattern. */
export interface PatternPart {
  /** A few matching texts; `…` is any text. */
  readonly samples: readonly string[];
  /** Approximate number of compiled instructions. */
  readonly size: number;
  /** The matched character, if it is a single one. */
  readonly character?: string;
  /** Whether it is one character of several. */
  readonly isClass?: boolean;
  /** Texts, folded: each match has one of them. Empty when undetermined. */
  readonly literals: readonly string[];
}

/** Number of repetitions of a part. */
export interface Repetition {
  readonly min: number;
  /** `Infinity` when unbounded. */
  readonly max: number;
}

export const emptyPart: PatternPart = { samples: [''], size: 1, literals: [] };
export const openPart: PatternPart = { samples: [open], size: 1, literals: [] };

export function characterPart(character: string): PatternPart {
  return { samples: [character], size: 1, character, literals: [] };
}

/** @param members single characters, ranges such as `a-z` and escapes such as `\d`, as written */
export function classPart(members: readonly string[], isNegated: boolean): PatternPart {
  return { samples: isNegated ? [open] : sampleClass(members), size: 1, isClass: true, literals: [] };
}

/** Parts one after the other. */
export function joinParts(parts: readonly PatternPart[], maxSamples: number): PatternPart {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    samples: parts.reduce<readonly string[]>((heads, part) => joinSamples(heads, part.samples, maxSamples), ['']),
    size: sumOfSizes(parts),
    literals: literalsOfSequence(parts),
  };
}

/** One of several parts. */
export function chooseParts(parts: readonly PatternPart[], maxSamples: number): PatternPart {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const literals = parts.map(ownLiterals);
  return {
    samples: parts.flatMap(({ samples }) => samples.slice(0, maxSamples)).slice(0, maxSamples),
    size: sumOfSizes(parts) + parts.length,
    literals: literals.every((each) => each.length > 0) ? literals.flat() : [],
  };
}

/** A part with a number of repetitions, possibly 0. */
export function repeatPart(part: PatternPart, { min, max }: Repetition, maxSamples: number): PatternPart {
  const times = max === Infinity ? min + 1 : Math.max(1, max);
  return {
    samples: sampleRepeat(part, { min, max }).slice(0, maxSamples),
    size: part.size * times + 1,
    literals: min === 0 ? [] : ownLiterals(part),
  };
}

/** Literals of a single part. */
export function ownLiterals(part: PatternPart): readonly string[] {
  return part.character === undefined ? part.literals : literalsOfSequence([part]);
}

/** The longest run of characters, or the literals of a part if their shortest is longer. */
function literalsOfSequence(parts: readonly PatternPart[]): readonly string[] {
  let best: readonly string[] = [];
  let run = '';
  for (const { character, literals } of parts) {
    run = character === undefined ? '' : run + foldCase(character);
    best = longerLiterals(longerLiterals(best, literals), run === '' ? [] : [run]);
  }
  return best;
}

/** The more specific of two sets of literals: the one whose shortest literal is longer; the first if equal. */
export function longerLiterals(one: readonly string[], other: readonly string[]): readonly string[] {
  return shortestLength(other) > shortestLength(one) ? other : one;
}

function shortestLength(literals: readonly string[]): number {
  return literals.length === 0 ? 0 : Math.min(...literals.map(({ length }) => length));
}

function sumOfSizes(parts: readonly PatternPart[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

function joinSamples(heads: readonly string[], tails: readonly string[], maxSamples: number): readonly string[] {
  const joined: string[] = [];
  for (const head of heads) {
    for (const tail of tails) {
      if (joined.length === maxSamples) return joined;
      // Samples that will be cut at the end need not grow.
      joined.push(head.length > maxGrownLength ? head : head + tail);
    }
  }
  return joined;
}

function sampleRepeat({ samples, isClass }: PatternPart, { min, max }: Repetition): readonly string[] {
  if (min === 0 && isClass === true && samples.includes(' ')) return [' '];
  if (min === 0 && samples.every((text) => text.startsWith(open))) return [open];
  if (min === 0) return max === 1 ? ['', ...samples] : [''];
  return samples.map((text) => (text === open ? open : text.repeat(Math.min(min, 8))));
}

function sampleClass(members: readonly string[]): readonly string[] {
  if (members.includes('\\s')) return [' '];
  const singles = members.filter((member) => Array.from(member).length === 1);
  if (singles.length === members.length) return singles.slice(0, singles.length > maxSpelledClass ? 1 : undefined);
  const [only = ''] = members;
  if (members.length !== 1) return [open];
  if (only === '\\d' || only.startsWith('0-')) return ['0'];
  return [only.startsWith('a-') ? 'x' : only.startsWith('A-') ? 'X' : open];
}
