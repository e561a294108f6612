import { secretRules } from './all-rules.js';
import { type SecretRule, type SecretSpot, looksRandom } from './secret-rule.js';

/** A rule with its compiled pattern. */
interface ReadyRule {
  readonly rule: SecretRule;
  readonly mark: string;
  /** Sticky, with the offsets of its groups. */
  readonly pattern: RegExp;
}

/** Escape sequence of a terminal, such as a colour, as raw text and as JSON and code write it. */
const terminalCode = String.raw`(?:\u001b|\\(?:u001[bB]|x1[bB]|033|e))\[[0-9;:?]{0,20}[A-Za-z]`;

/**
 * Start of a token: no letter or digit before it, as in a longer word; `prod-`, `user_`, a colour, and an escape such
 * as `\n`, `\u003d` or `%3D` may precede it.
 */
const tokenStart = String.raw`(?:^|[^A-Za-z0-9]|\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}|${terminalCode})`;
const tokenEnd = String.raw`(?![A-Za-z0-9])`;

let table: MarkTable<ReadyRule> | undefined;

/**
 * Finds secrets by the rules of the table. A rule is tried only at its marks, so that a further rule costs nearly
 * nothing.
 */
export function findByRules(text: string): readonly SecretSpot[] {
  table ??= tableOf(secretRules);
  const spots: SecretSpot[] = [];
  table.forEachIn(text, (ready, offset) => {
    const spot = tryAt(ready, text, offset);
    if (spot !== undefined) spots.push(spot);
  });
  return spots;
}

function tryAt({ rule, mark, pattern }: ReadyRule, text: string, offset: number): SecretSpot | undefined {
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const { groups, indices } = match;
  const [start, end] = indices?.groups?.['value'] ?? [
    offset - (groups?.['lead']?.length ?? 0),
    offset + match[0].length,
  ];
  const isSecret =
    rule.accepts?.(text.slice(start, end)) ?? looksRandom(text.slice(Math.max(start, offset + mark.length), end));
  return isSecret ? { rule: rule.id, startOffset: start, endOffset: end, isGeneric: rule.isGeneric } : undefined;
}

function tableOf(rules: readonly SecretRule[]): MarkTable<ReadyRule> {
  const marks = new MarkTable<ReadyRule>();
  for (const rule of rules) {
    const pattern = readyPattern(rule);
    for (const mark of rule.marks) marks.add(mark, { rule, mark, pattern });
  }
  return marks;
}

function readyPattern({ lead, pattern, boundary = 'token' }: SecretRule): RegExp {
  const start = lead === undefined ? `(?<=${tokenStart})` : `(?<=${tokenStart}(?<lead>${lead.source}))`;
  const source = boundary === 'token' ? `${start}(?:${pattern.source})${tokenEnd}` : pattern.source;
  return new RegExp(source, `${pattern.flags}yd`);
}

/** Number of relevant bits of a character: marks are ASCII. */
const characterBits = 7;
const codes = 1 << (3 * characterBits);

/** Called for each mark in a text, with its offset. */
type OnMark<T> = (entry: T, offset: number) => void;

/**
 * Finds many fixed texts in one pass: looks up every three characters of a text in a bit table, which for some hundreds
 * of marks is several times as fast as one pattern of alternatives.
 */
class MarkTable<T> {
  private readonly bits = new Uint32Array(codes / 32);
  private readonly entries = new Map<number, { readonly mark: string; readonly entry: T }[]>();

  /** @param mark ASCII, at least two characters */
  add(mark: string, entry: T): void {
    for (const code of codesOf(mark)) {
      this.bits[code >>> 5] = (this.bits[code >>> 5] ?? 0) | (1 << (code & 31));
      this.entries.set(code, [...(this.entries.get(code) ?? []), { mark, entry }]);
    }
  }

  /** Calls `onMark` for every mark of a text, in the order of the text. */
  forEachIn(text: string, onMark: OnMark<T>): void {
    const { bits } = this;
    let code = 0;
    for (let end = 0; end < text.length; end += 1) {
      const unit = text.charCodeAt(end);
      // Marks are ASCII without 0, so 0 represents any other character.
      code = ((code << characterBits) | (unit < 128 ? unit : 0)) & (codes - 1);
      if (((bits[code >>> 5] as number) >>> (code & 31)) & 1) this.callAt(text, { code, offset: end - 2 }, onMark);
    }
  }

  private callAt(
    text: string,
    { code, offset }: { readonly code: number; readonly offset: number },
    onMark: OnMark<T>,
  ): void {
    for (const { mark, entry } of this.entries.get(code) ?? []) {
      if (text.startsWith(mark, offset)) onMark(entry, offset);
    }
  }
}

/** Codes of the first three characters; for a shorter mark, with every third character. */
function codesOf(mark: string): readonly number[] {
  const [first, second, third] = Array.from(mark, (character) => character.charCodeAt(0));
  const start = (((first ?? 0) << characterBits) | (second ?? 0)) << characterBits;
  if (third !== undefined) return [start | third];
  return Array.from({ length: 1 << characterBits }, (_unused, any) => start | any);
}
