import type { PropertyValue } from '@lexichord/abstractions';

/** Maximum length of any name, in UTF-16 units. */
const maxNameLength = 300;

/** A name on one line, without surrounding white space, cut to the maximum length. */
export function cleanName(text: string): string {
  const line = wellFormed(text).replace(/\s+/gu, ' ').trim();
  return shortened(line, maxNameLength);
}

/** Cuts a text to a length in UTF-16 units; a text that was cut ends with an ellipsis. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Never cuts a surrogate pair.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text that every storage and encoding preserves: no NUL, no half of a surrogate pair. */
export function wellFormed(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** A value with well-formed texts that JSON preserves. */
export function cleanValue(value: PropertyValue): PropertyValue {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number') return Object.is(value, -0) ? 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(cleanValue);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [wellFormed(name), cleanValue(part)]));
}

export function isList(value: PropertyValue | undefined): value is readonly PropertyValue[] {
  return Array.isArray(value);
}

/** Maximum length of a name in a message, in UTF-16 units. */
const maxShownLength = 100;

/** Quotes a name for a message about a problem. */
export function shownName(name: string): string {
  return JSON.stringify(name.length > maxShownLength ? `${name.slice(0, maxShownLength - 1)}…` : name);
}

/** Maximum length of a description, in UTF-16 units. */
export const maxDescriptionLength = 2_000;

/** Maximum length of the description of a field, a header and the like, in UTF-16 units. */
export const maxFieldDescriptionLength = 300;
