import type { SecretSpot } from '../secret-spot.js';
import { secretRules } from './all-rules.js';
import { MarkTable } from './mark-table.js';
import { type SecretRule, looksRandom } from './secret-rule.js';

/** A rule, ready to be tried where one of its marks stands. */
interface ReadyRule {
  readonly rule: SecretRule;
  readonly mark: string;
  /** Sticky, with the offsets of its groups. */
  readonly pattern: RegExp;
}

/** No letter or digit in front, as in a longer word; `prod-`, `user_` and an escape such as `\n` or `%3D` may be. */
const tokenStart = String.raw`(?:^|[^A-Za-z0-9]|\\[nrtbf]|%[0-9A-Fa-f]{2})`;
const tokenEnd = String.raw`(?![A-Za-z0-9])`;

let table: MarkTable<ReadyRule> | undefined;

/** What the table's rules find in a text. A rule is tried at its marks alone, so that one more costs next to nothing. */
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
