/*
 * The store encodes strings as UTF-8, which has no lone surrogates: it would silently replace them by U+FFFD. So each
 * is written as a mark and four hexadecimal digits. The mark is a noncharacter (Unicode 16, §23.7), which ordinary text
 * does not contain; a mark in a text is escaped the same way.
 */
const mark = '\uFDD0';
const mayNeedEscape = /[\uD800-\uDFFF\uFDD0]/;
const needsEscape = /\uFDD0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const escaped = /\uFDD0([0-9a-f]{4})/g;

/** Encodes a string for the store. Prefixes stay prefixes, except for one that ends in half of a surrogate pair. */
export function toStoredString(value: string): string {
  if (!mayNeedEscape.test(value)) return value;
  return value.replace(needsEscape, (unit) => mark + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** Decodes a stored string. */
export function fromStoredString(stored: string): string {
  if (!stored.includes(mark)) return stored;
  return stored.replace(escaped, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
