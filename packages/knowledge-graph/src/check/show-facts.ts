import type { KnowledgeEntity, PropertyValue } from '@lexichord/abstractions';

/** Longest text that a sentence quotes, in UTF-16 units. */
const maxQuoted = 80;

/** How many things a sentence names before it counts the rest. */
const maxNamed = 3;

/** A text in quotes, on one line and not too long. */
export function quote(text: string): string {
  const cut = text.length > maxQuoted ? `${text.slice(0, maxQuoted - 1)}…` : text;
  return JSON.stringify(cut).replaceAll(/[\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A type or a relationship within a sentence: quoted only when it is no plain name. */
export function plainName(name: string): string {
  return name.length <= maxQuoted && /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name) ? name : quote(name);
}

/** A type with its article, as well as English can be told from letters: `an Endpoint`, `a Service`. */
export function oneOfType(type: string): string {
  return `${/^(?:[aeio]|u(?!ni|s[aei]|ti))/i.test(type) ? 'an' : 'a'} ${plainName(type)}`;
}

/** `Endpoint "GET /pets"`. */
export function showEntity({ type, name }: Pick<KnowledgeEntity, 'type' | 'name'>): string {
  return `${plainName(type)} ${quote(name)}`;
}

/** A value as a sentence has it. */
export function showValue(value: PropertyValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** `a, b, c and 4 more`: only the named ones are put into words. */
export function showSome<Value>(values: readonly Value[], show: (value: Value) => string): string {
  const named = values.slice(0, maxNamed).map(show).join(', ');
  return values.length > maxNamed ? `${named} and ${values.length - maxNamed} more` : named;
}

/** `a`, `a or b`, `a, b or c`. */
export function showChoice(choices: readonly string[]): string {
  const [last = ''] = choices.slice(-1);
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** `1 relationship`, `2 relationships`. */
export function showCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
