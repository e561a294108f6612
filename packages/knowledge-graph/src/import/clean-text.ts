import type { PropertyValue } from '@lexichord/abstractions';

/** Longest name of anything, in UTF-16 units. */
const maxNameLength = 300;

/** A name on one line, without white space around it; cut where it is too long to be one. */
export function cleanName(text: string): string {
  const line = wellFormed(text).replace(/\s+/gu, ' ').trim();
  return shortened(line, maxNameLength);
}

/** A text of at most so many UTF-16 units; one that was cut ends with an ellipsis. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Never half of a character.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text that survives every storage and encoding: no NUL, no half of a surrogate pair. */
export function wellFormed(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** A value whose texts are well formed, and which is the same after a way through JSON. */
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

/** Longest name that a sentence quotes, in UTF-16 units. */
const maxShownLength = 100;

/** A name as a sentence about a problem has it. */
export function shownName(name: string): string {
  return JSON.stringify(name.length > maxShownLength ? `${name.slice(0, maxShownLength - 1)}…` : name);
}

/** Longest description that is kept, in UTF-16 units. */
export const maxDescriptionLength = 2_000;

/** Longest description of a field, a header and the like. */
export const maxFieldDescriptionLength = 300;
