import type { PatternCursor } from './pattern-cursor.js';
import { type ClassMember, type PatternNode, PatternProblem } from './pattern-node.js';
import { parseEscape } from './parse-escape.js';

const posixClasses: Readonly<Record<string, string>> = {
  alpha: 'AZaz',
  alnum: '09AZaz',
  blank: '\t\t  ',
  cntrl: '\x00\x1f\x7f\x7f',
  digit: '09',
  graph: '!~',
  lower: 'az',
  print: ' ~',
  punct: '!/:@[`{~',
  space: '\t\r  ',
  upper: 'AZ',
  word: '09AZaz__',
  xdigit: '09AFaf',
};

/**
 * Reads a character class. The cursor is behind its `[`.
 *
 * @throws {PatternProblem} if it does not end, or uses set subtraction
 */
export function parseClass(cursor: PatternCursor, ignoreCase: boolean): PatternNode {
  const negated = cursor.take('^');
  const members: ClassMember[] = [];
  let isFirst = true;
  while (!cursor.take(']') || isFirst) {
    if (cursor.isAtEnd) throw new PatternProblem('a "[" is not closed');
    if (members.length > 0 && cursor.looksAt('-[') && !cursor.looksAt('-[:')) {
      throw new PatternProblem('it takes one character class from another');
    }
    // `[]a]`: a closing bracket that comes first stands for itself; it has just been passed over.
    if (isFirst && cursor.peek(-1) === ']') members.push({ from: 93, to: 93 });
    else members.push(...parseMember(cursor));
    isFirst = false;
  }
  return { kind: 'class', members, negated, ignoreCase };
}

function parseMember(cursor: PatternCursor): readonly ClassMember[] {
  if (cursor.take('[:')) return parsePosix(cursor);
  const start = parseOne(cursor);
  const startsRange = cursor.peek() === '-' && cursor.peek(1) !== ']' && cursor.peek(1) !== '';
  if (!startsRange || 'escape' in start) return [start];
  cursor.next();
  const end = parseOne(cursor);
  if ('escape' in end) return [start, { from: 45, to: 45 }, end];
  if (end.from < start.from) throw new PatternProblem('a range in a character class runs backwards');
  return [{ from: start.from, to: end.from }];
}

function parseOne(cursor: PatternCursor): ClassMember {
  // Inside a class, `\b` is the backspace character.
  if (cursor.take('\\b')) return { from: 8, to: 8 };
  if (cursor.take('\\')) return parseEscape(cursor);
  const codePoint = cursor.next().codePointAt(0);
  if (codePoint === undefined) throw new PatternProblem('a "[" is not closed');
  return { from: codePoint, to: codePoint };
}

function parsePosix(cursor: PatternCursor): readonly ClassMember[] {
  const name = cursor.takeUntil(':]') ?? '';
  const bounds = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
  if (bounds === undefined) throw new PatternProblem(`"[:${name}:]" is not a known class`);
  const members: ClassMember[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    members.push({ from: bounds.charCodeAt(at), to: bounds.charCodeAt(at + 1) });
  }
  return members;
}
