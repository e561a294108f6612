import { types } from 'node:util';

import { parse, patch, stringify } from '@decimalturn/toml-patch';

/** Tables as sections, and lists in Codex's format. */
const format = { inlineTableStart: 2, bracketSpacing: false, trailingNewline: 1 };

/**
 * The value of a TOML text, of plain objects.
 *
 * @throws {Error} with the first mistake and its position
 */
export function parseToml(text: string): unknown {
  return plain(parse(text));
}

/** Copies the library's tables without a prototype, which would not equal other tables. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || types.isDate(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** A table as a section with its name. */
export function tomlSection(keys: readonly string[], table: object): string {
  return `[${keys.join('.')}]\n${stringify(table, format)}`;
}

/** Appends a section to a text; no other line changes. */
export function appendToToml(text: string, section: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline.repeat(2);
  return `${text}${gap}${section.replaceAll('\n', newline)}`;
}

/**
 * Sets a table under two keys, at the first key's position in the text; comments and other lines are kept.
 *
 * @param text both keys, if present, must be tables in it
 */
export function setInToml(text: string, [outer, inner]: readonly [string, string], table: object): string {
  // As parsed: the library keeps distinctions that plain objects lose, such as a time with and without a zone.
  const value = parse(text) as Readonly<Record<string, object>>;
  return patch(text, { ...value, [outer]: { ...value[outer], [inner]: table } }, format);
}
