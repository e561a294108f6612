import { parseClass } from './parse-class.js';
import { parseEscape } from './parse-escape.js';
import { PatternCursor, type PatternFlags } from './pattern-cursor.js';
import {
  type AnchorName,
  childNodes,
  type ClassMember,
  type GroupRole,
  type PatternNode,
  PatternProblem,
} from './pattern-node.js';

/** Longest pattern that is read, in UTF-16 units. */
export const maxPatternLength = 10_000;
/** Deepest nesting of groups. */
const maxDepth = 50;
/** Largest product of nested repetition counts, as in Go's own engine. */
const maxRepeat = 1_000;

const anchorEscapes: Readonly<Record<string, AnchorName>> = {
  b: 'word-edge',
  B: 'no-word-edge',
  A: 'text-start',
  z: 'text-end',
  Z: 'text-end',
};

const groupOpeners: readonly (readonly [string, GroupRole])[] = [
  ['?:', 'plain'],
  // An atomic group only forbids backtracking into itself; without that it matches a little more, never less.
  ['?>', 'plain'],
  ['?=', 'ahead'],
  ['?!', 'not-ahead'],
  ['?<=', 'behind'],
  ['?<!', 'not-behind'],
];

/** A pattern that was read, and what it needs of its surroundings. */
export interface ParsedPattern {
  readonly source: string;
  readonly root: PatternNode;
}

/**
 * Reads a pattern as Vale's engine (Go, with .NET extensions) understands it.
 *
 * @param ignoreCase whether the whole pattern stands under `(?i)`
 * @throws {PatternProblem} if it is malformed, too large, or means something JavaScript cannot express
 */
export function parsePattern(source: string, ignoreCase = false): ParsedPattern {
  if (source.length > maxPatternLength) {
    throw new PatternProblem(`it is longer than ${maxPatternLength} characters`);
  }
  return { source, root: new PatternParser(source, ignoreCase).parse() };
}

class PatternParser {
  private readonly cursor: PatternCursor;
  private readonly groupNames = new Map<string, number>();
  private flags: PatternFlags;
  private groupCount = 0;
  private depth = 0;

  constructor(source: string, ignoreCase: boolean) {
    this.cursor = new PatternCursor(source);
    // Vale puts every list of words under `(?m)`.
    this.flags = { ignoreCase, multiline: true, dotAll: false };
  }

  parse(): PatternNode {
    const root = this.parseAlternatives();
    if (!this.cursor.isAtEnd) throw new PatternProblem('a ")" has no "("');
    limitRepeats(root, 1);
    return root;
  }

  private parseAlternatives(): PatternNode {
    const options: PatternNode[] = [];
    do options.push(this.parseSequence());
    while (this.cursor.take('|'));
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'alternatives', options };
  }

  private parseSequence(): PatternNode {
    const items: PatternNode[] = [];
    while (!this.cursor.isAtEnd && this.cursor.peek() !== '|' && this.cursor.peek() !== ')') {
      // Only `\\Q…\\E` gives several atoms at once; a quantifier behind it is about the last one.
      const atoms = toAtoms(this.parseAtom());
      const last = atoms.pop();
      items.push(...atoms);
      if (last !== undefined) items.push(this.parseQuantifiers(last));
    }
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };
  }

  /** Undefined for what leaves no node: a comment, or flags for the rest of the group. */
  private parseAtom(): PatternNode | undefined {
    const { cursor, flags } = this;
    const point = cursor.next();
    switch (point) {
      case '(':
        return this.parseGroup();
      case '[':
        return parseClass(cursor, flags.ignoreCase);
      case '.':
        return { kind: 'any', dotAll: flags.dotAll };
      case '^':
        return { kind: 'anchor', name: flags.multiline ? 'line-start' : 'text-start' };
      case '$':
        return { kind: 'anchor', name: flags.multiline ? 'line-end' : 'text-end' };
      case '\\':
        return this.parseBackslash();
      case '*':
      case '+':
      case '?':
        throw new PatternProblem(`"${point}" has nothing to repeat`);
      default:
        return this.character(point);
    }
  }

  private parseBackslash(): PatternNode {
    const { cursor } = this;
    const anchor = anchorEscapes[cursor.peek()];
    if (anchor !== undefined) {
      cursor.next();
      return { kind: 'anchor', name: anchor };
    }
    if (cursor.take('Q')) return this.literal(cursor.takeUntil('\\E') ?? cursor.takeWhile(/[^]/u));
    if (cursor.take('k<')) return this.namedReference(cursor.takeUntil('>'));
    if (cursor.take("k'")) return this.namedReference(cursor.takeUntil("'"));
    if (/^[1-9]$/.test(cursor.peek())) return this.reference(Number(cursor.takeWhile(/[0-9]/)));
    return this.fromMember(parseEscape(cursor));
  }

  private fromMember(member: ClassMember): PatternNode {
    const { ignoreCase } = this.flags;
    if ('escape' in member) return { kind: 'class', members: [member], negated: false, ignoreCase };
    return { kind: 'character', codePoint: member.from, ignoreCase };
  }

  private parseGroup(): PatternNode | undefined {
    const { cursor } = this;
    if (cursor.take('?#')) {
      if (cursor.takeUntil(')') === undefined) throw new PatternProblem('a comment is not closed');
      return undefined;
    }
    const opener = groupOpeners.find(([start]) => cursor.take(start));
    if (opener !== undefined) return this.parseBody(opener[1], this.flags);
    for (const [start, end] of [
      ['?P<', '>'],
      ['?<', '>'],
      ["?'", "'"],
    ] as const) {
      if (cursor.take(start)) return this.parseNamed(cursor.takeUntil(end));
    }
    return cursor.take('?') ? this.parseFlags() : this.parseBody('capture', this.flags);
  }

  private parseNamed(name: string | undefined): PatternNode {
    if (name === undefined || !/^\w+$/.test(name)) throw new PatternProblem('a group has no proper name');
    this.groupNames.set(name, this.groupCount + 1);
    return this.parseBody('capture', this.flags);
  }

  private parseFlags(): PatternNode | undefined {
    const text = this.cursor.takeWhile(/[a-zA-Z-]/);
    const end = this.cursor.next();
    if (!/^[imsU]*(-[imsU]*)?$/.test(text) || (end !== ')' && end !== ':')) {
      throw new PatternProblem(`"(?${text}${end}" is not supported`);
    }
    const [on = '', off = ''] = text.split('-');
    const pick = (flag: string, before: boolean): boolean => (on.includes(flag) ? true : before && !off.includes(flag));
    const flags = {
      ignoreCase: pick('i', this.flags.ignoreCase),
      multiline: pick('m', this.flags.multiline),
      dotAll: pick('s', this.flags.dotAll),
    };
    if (end === ':') return this.parseBody('plain', flags);
    this.flags = flags;
    return undefined;
  }

  private parseBody(role: GroupRole, flags: PatternFlags): PatternNode {
    const index = role === 'capture' ? (this.groupCount += 1) : 0;
    const outer = this.flags;
    this.flags = flags;
    this.depth += 1;
    if (this.depth > maxDepth) throw new PatternProblem(`its groups are nested more than ${maxDepth} deep`);
    const body = this.parseAlternatives();
    if (!this.cursor.take(')')) throw new PatternProblem('a "(" is not closed');
    this.depth -= 1;
    this.flags = outer;
    return { kind: 'group', role, index, body };
  }

  private parseQuantifiers(atom: PatternNode): PatternNode {
    const counts = this.parseCounts();
    if (counts === undefined) return atom;
    if (atom.kind === 'anchor') throw new PatternProblem('it repeats something that has no width');
    const lazy = this.cursor.take('?');
    // A possessive quantifier only forbids backtracking.
    if (!lazy) this.cursor.take('+');
    if (/^[*+?]$/.test(this.cursor.peek())) throw new PatternProblem('it has two quantifiers in a row');
    return { kind: 'repeat', body: atom, min: counts[0], max: counts[1], lazy };
  }

  private parseCounts(): readonly [number, number] | undefined {
    const { cursor } = this;
    if (cursor.take('*')) return [0, Infinity];
    if (cursor.take('+')) return [1, Infinity];
    if (cursor.take('?')) return [0, 1];
    const ahead = cursor.peek() === '{' ? Array.from({ length: 12 }, (_, at) => cursor.peek(at)).join('') : '';
    const match = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(ahead);
    if (match === null) return undefined;
    cursor.take(match[0]);
    const min = Number(match[1]);
    const max = match[2] === '' ? min : match[3] === '' ? Infinity : Number(match[3]);
    if (max < min) throw new PatternProblem('a repetition count runs backwards');
    return [min, max];
  }

  private character(point: string): PatternNode {
    return { kind: 'character', codePoint: point.codePointAt(0) ?? 0, ignoreCase: this.flags.ignoreCase };
  }

  private literal(text: string): PatternNode {
    return { kind: 'sequence', items: Array.from(text, (point) => this.character(point)) };
  }

  private namedReference(name: string | undefined): PatternNode {
    return this.reference(this.groupNames.get(name ?? '') ?? 0);
  }

  private reference(index: number): PatternNode {
    if (index < 1 || index > this.groupCount) throw new PatternProblem('it refers back to a group that does not exist');
    return { kind: 'reference', index };
  }
}

function toAtoms(node: PatternNode | undefined): PatternNode[] {
  if (node === undefined) return [];
  return node.kind === 'sequence' ? [...node.items] : [node];
}

function limitRepeats(node: PatternNode, factor: number): void {
  let inner = factor;
  if (node.kind === 'repeat') {
    inner *= Math.max(1, node.max === Infinity ? node.min : node.max);
    if (inner > maxRepeat) throw new PatternProblem(`it repeats something more than ${maxRepeat} times`);
  }
  for (const child of childNodes(node)) limitRepeats(child, inner);
}
