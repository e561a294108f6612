import type { KnowledgeEntity, PropertyValue } from '@lexichord/abstractions';

/** Maximum length of a quoted text in a sentence, in UTF-16 units. */
const maxQuoted = 80;

/** Maximum number of items in a sentence; the rest are counted. */
const maxNamed = 3;

/** Quotes a text on one line, cut to the maximum length. */
export function quote(text: string): string {
  const cut = text.length > maxQuoted ? `${text.slice(0, maxQuoted - 1)}…` : text;
  return JSON.stringify(cut).replaceAll(/[\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A type or a relationship in a sentence, quoted unless it is a plain name. */
export function plainName(name: string): string {
  return name.length <= maxQuoted && /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name) ? name : quote(name);
}

/** A type with its article, as far as spelling shows it: `an Endpoint`, `a Service`. */
export function oneOfType(type: string): string {
  return `${/^(?:[aeio]|u(?!ni|s[aei]|ti))/i.test(type) ? 'an' : 'a'} ${plainName(type)}`;
}

/** Type and name: `Endpoint "GET /pets"`. */
export function showEntity({ type, name }: Pick<KnowledgeEntity, 'type' | 'name'>): string {
  return `${plainName(type)} ${quote(name)}`;
}

/** A value in a sentence. */
export function showValue(value: PropertyValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** Lists the first values and counts the rest: `a, b, c and 4 more`. Only listed ones are formatted. */
export function showSome<Value>(values: readonly Value[], show: (value: Value) => string): string {
  const named = values.slice(0, maxNamed).map(show).join(', ');
  return values.length > maxNamed ? `${named} and ${values.length - maxNamed} more` : named;
}

/** Joins choices: `a`, `a or b`, `a, b or c`. */
export function showChoice(choices: readonly string[]): string {
  const [last = ''] = choices.slice(-1);
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** A count with its noun: `1 relationship`, `2 relationships`. */
export function showCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
