/*
 * The store keeps strings as UTF-8, which has no lone surrogates: it would put U+FFFD in their place without a word.
 * So each is written as a mark and four hexadecimal digits. The mark is a noncharacter (Unicode 16, §23.7), which
 * ordinary text does not have; where text has it, it is escaped the same way.
 */
const mark = '\uFDD0';
const mayNeedEscape = /[\uD800-\uDFFF\uFDD0]/;
const needsEscape = /\uFDD0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const escaped = /\uFDD0([0-9a-f]{4})/g;

/** A string as it is stored. Prefixes stay prefixes, but for one that ends in the first half of a surrogate pair. */
export function toStoredString(value: string): string {
  if (!mayNeedEscape.test(value)) return value;
  return value.replace(needsEscape, (unit) => mark + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** The string that was stored, unit for unit. */
export function fromStoredString(stored: string): string {
  if (!stored.includes(mark)) return stored;
  return stored.replace(escaped, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
