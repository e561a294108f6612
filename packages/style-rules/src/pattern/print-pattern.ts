import { foldCase } from './fold-case.js';
import { childNodes, type ClassMember, type PatternNode, someNode } from './pattern-node.js';

/** How a tree becomes the source of a JavaScript `RegExp` with the flags `u` and `m`. */
export interface PrintOptions {
  /**
   * How characters that ignore case come to it: `flag`, by the expression's `i` flag; `spelled`, each in both cases;
   * `folded`, in lower case alone, for a text in lower case, which the engine compiles and runs several times faster.
   */
  readonly caseMode: 'flag' | 'spelled' | 'folded';
  /** Whether words are made of all letters of Unicode, or of ASCII's; the latter is faster. */
  readonly unicodeWords: boolean;
  /** Prefix of the names of captured groups, unique within the expression that the result becomes part of. */
  readonly groupPrefix: string;
  /** Whether groups capture. They do in any case where something refers back to them. */
  readonly keepCaptures?: boolean;
}

const wordMembers = String.raw`\p{L}\p{M}\p{N}_`;
const roles = { plain: '(?:', ahead: '(?=', 'not-ahead': '(?!', behind: '(?<=', 'not-behind': '(?<!' } as const;

/** Whether every part of the tree that knows case ignores it, so that one flag does. */
export function ignoresCase(node: PatternNode): boolean {
  return !someNode(node, (inner) => (inner.kind === 'character' || inner.kind === 'class') && !inner.ignoreCase);
}

/** Whether the tree finds the same in a text in lower case, if it ignores case: it has no sets that lower case changes. */
export function canFold(node: PatternNode): boolean {
  return !someNode(node, (inner) => inner.kind === 'class' && inner.members.some(changesInLowerCase));
}

function changesInLowerCase(member: ClassMember): boolean {
  return 'escape' in member ? /^\\p/i.test(member.escape) : member.from !== member.to && member.to > 0x7f;
}

/** The tree as JavaScript source. Groups that capture have names. */
export function printPattern(node: PatternNode, options: PrintOptions): string {
  return new PatternPrinter(options, keepsCaptures(node, options.keepCaptures)).print(node);
}

/** How many groups of a printed pattern capture. */
export function keptCaptures(node: PatternNode, keepCaptures: boolean): number {
  return keepsCaptures(node, keepCaptures) ? countCaptures(node) : 0;
}

function keepsCaptures(node: PatternNode, keepCaptures = false): boolean {
  return keepCaptures || someNode(node, (inner) => inner.kind === 'reference');
}

function countCaptures(node: PatternNode): number {
  const own = node.kind === 'group' && node.role === 'capture' ? 1 : 0;
  return childNodes(node).reduce((sum, child) => sum + countCaptures(child), own);
}

class PatternPrinter {
  constructor(
    private readonly options: PrintOptions,
    private readonly keepsGroups: boolean,
  ) {}

  print(node: PatternNode): string {
    switch (node.kind) {
      case 'alternatives':
        return `(?:${node.options.map((option) => this.print(option)).join('|')})`;
      case 'sequence':
        return node.items.map((item) => this.print(item)).join('');
      case 'character':
        return this.printCharacter(node.codePoint, node.ignoreCase);
      case 'class':
        return this.printClass(node);
      case 'any':
        return node.dotAll ? '[^]' : '.';
      case 'anchor':
        return this.printAnchor(node.name);
      case 'group':
        return this.printGroup(node);
      case 'reference':
        return `\\k<${this.options.groupPrefix}${node.index}>`;
      case 'repeat':
        return `(?:${this.print(node.body)})${quantifier(node.min, node.max)}${node.lazy ? '?' : ''}`;
    }
  }

  private printCharacter(codePoint: number, ignoreCase: boolean): string {
    const point = escapePoint(codePoint);
    if (this.options.caseMode === 'flag' || !ignoreCase) return point;
    if (this.options.caseMode === 'folded') return escapeText(foldCase(String.fromCodePoint(codePoint)));
    const variants = caseVariants(codePoint);
    return variants.length === 0 ? point : `[${point}${variants.map(escapePoint).join('')}]`;
  }

  private printClass({ members, negated, ignoreCase }: Extract<PatternNode, { kind: 'class' }>): string {
    const [only] = members;
    if (members.length === 1 && only !== undefined && 'escape' in only && only.escape === '\\W') {
      return this.options.unicodeWords ? `[${negated ? '' : '^'}${wordMembers}]` : negated ? '\\w' : '\\W';
    }
    const spellOut = ignoreCase && this.options.caseMode !== 'flag';
    return `[${negated ? '^' : ''}${members.map((member) => this.printMember(member, spellOut)).join('')}]`;
  }

  private printMember(member: ClassMember, spellOut: boolean): string {
    if ('escape' in member) {
      return member.escape === '\\w' && this.options.unicodeWords ? wordMembers : member.escape;
    }
    const range = printRange(member.from, member.to);
    if (!spellOut) return range;
    if (member.from === member.to) return range + caseVariants(member.from).map(escapePoint).join('');
    const lower = printShifted(member, [65, 90], 32);
    const upper = printShifted(member, [97, 122], -32);
    return range + lower + upper;
  }

  private printAnchor(name: Extract<PatternNode, { kind: 'anchor' }>['name']): string {
    const { unicodeWords } = this.options;
    const word = `[${wordMembers}]`;
    switch (name) {
      case 'line-start':
        return '^';
      case 'line-end':
        return '$';
      case 'text-start':
        return '(?<![^])';
      case 'text-end':
        return '(?![^])';
      case 'word-edge':
        return unicodeWords ? `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))` : '\\b';
      case 'no-word-edge':
        return unicodeWords ? `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))` : '\\B';
    }
  }

  private printGroup({ role, index, body }: Extract<PatternNode, { kind: 'group' }>): string {
    const inner = this.print(body);
    if (role !== 'capture') return `${roles[role]}${inner})`;
    return this.keepsGroups ? `(?<${this.options.groupPrefix}${index}>${inner})` : `(?:${inner})`;
  }
}

function quantifier(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`;
}

function escapePoint(codePoint: number): string {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return `\\u${codePoint.toString(16)}`;
  const point = String.fromCodePoint(codePoint);
  if (/^[A-Za-z0-9 ]$/.test(point)) return point;
  // `-` has no escape outside a class; its number is right in both places.
  return /^[\^$\\.*+?()[\]{}|/\-\p{C}\p{Z}]$/u.test(point) ? `\\u{${codePoint.toString(16)}}` : point;
}

function escapeText(text: string): string {
  return Array.from(text, (point) => escapePoint(point.codePointAt(0) ?? 0)).join('');
}

function printRange(from: number, to: number): string {
  return from === to ? escapePoint(from) : `${escapePoint(from)}-${escapePoint(to)}`;
}

/** The part of a range that lies within ASCII's `bounds`, moved to the other case. */
function printShifted(member: { from: number; to: number }, bounds: readonly [number, number], by: number): string {
  const from = Math.max(member.from, bounds[0]);
  const to = Math.min(member.to, bounds[1]);
  return from > to ? '' : printRange(from + by, to + by);
}

function caseVariants(codePoint: number): readonly number[] {
  const point = String.fromCodePoint(codePoint);
  const variants = [point.toLowerCase(), point.toUpperCase()].filter(
    (text) => text !== point && Array.from(text).length === 1,
  );
  return variants.map((text) => text.codePointAt(0) ?? codePoint);
}
