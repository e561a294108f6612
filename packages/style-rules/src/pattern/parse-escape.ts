import type { PatternCursor } from './pattern-cursor.js';
import { type ClassMember, PatternProblem } from './pattern-node.js';

const controlEscapes: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7, e: 27 };
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4 };

/**
 * Reads what follows a backslash, where it means a character or a set of characters: the same inside a character
 * class and outside. The cursor is behind the backslash.
 *
 * @throws {PatternProblem} for an escape that has no meaning in JavaScript
 */
export function parseEscape(cursor: PatternCursor): ClassMember {
  const letter = cursor.next();
  if (letter === '') throw new PatternProblem('it ends in a backslash');
  if (/[dDsSwW]/.test(letter)) return { escape: `\\${letter}` };
  if (/[pP]/.test(letter)) return parseProperty(cursor, letter);
  const control = controlEscapes[letter];
  if (control !== undefined) return single(control);
  const hexLength = hexLengths[letter];
  if (hexLength !== undefined) return parseHex(cursor, letter, hexLength);
  if (letter === '0') return single(0);
  if (/[a-zA-Z1-9]/.test(letter)) throw new PatternProblem(`"\\${letter}" is not supported`);
  return single(letter.codePointAt(0) ?? 0);
}

function parseProperty(cursor: PatternCursor, letter: string): ClassMember {
  const name = cursor.take('{') ? cursor.takeUntil('}') : cursor.next();
  if (name === undefined || name === '') throw new PatternProblem(`"\\${letter}" lacks the name of a property`);
  const negated = name.startsWith('^');
  const plainName = negated ? name.slice(1) : name;
  const sign = (letter === 'P') === negated ? 'p' : 'P';
  const candidates = [`\\${sign}{${plainName}}`, `\\${sign}{Script=${plainName}}`];
  const known = candidates.find((candidate) => compiles(candidate));
  if (known === undefined) throw new PatternProblem(`"${plainName}" is not the name of a Unicode property`);
  return { escape: known };
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

function parseHex(cursor: PatternCursor, letter: string, length: number): ClassMember {
  const digits = cursor.take('{') ? (cursor.takeUntil('}') ?? '') : takeDigits(cursor, length);
  const value = Number.parseInt(digits, 16);
  if (!/^[0-9a-fA-F]{1,6}$/.test(digits) || value > 0x10ffff) {
    throw new PatternProblem(`"\\${letter}" is not followed by a hexadecimal number`);
  }
  return single(value);
}

function takeDigits(cursor: PatternCursor, length: number): string {
  let digits = '';
  while (digits.length < length && /^[0-9a-fA-F]$/.test(cursor.peek())) digits += cursor.next();
  return digits.length === length ? digits : '';
}

function single(codePoint: number): ClassMember {
  return { from: codePoint, to: codePoint };
}
