import { types } from 'node:util';

import { parse, patch, stringify } from '@decimalturn/toml-patch';

/** Tables as sections, and lists as Codex writes them. */
const format = { inlineTableStart: 2, bracketSpacing: false, trailingNewline: 1 };

/**
 * The value of a TOML text, of plain objects.
 *
 * @throws {Error} with the first mistake and its place
 */
export function parseToml(text: string): unknown {
  return plain(parse(text));
}

/** The library gives tables without a prototype, which are equal to no table of ours. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || types.isDate(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** A table with its name as the head of a section. */
export function tomlSection(keys: readonly string[], table: object): string {
  return `[${keys.join('.')}]\n${stringify(table, format)}`;
}

/** The text with a section at its end, which leaves every line before it as it is. */
export function appendToToml(text: string, section: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline.repeat(2);
  return `${text}${gap}${section.replaceAll('\n', newline)}`;
}

/**
 * The text with a table under two keys, wherever the text has the first of them; comments and the rest of the lines stay.
 *
 * @param text of which both keys, as far as they are there, name tables
 */
export function setInToml(text: string, [outer, inner]: readonly [string, string], table: object): string {
  // As parsed: the library keeps distinctions that plain objects lose, such as a time with and without a zone.
  const value = parse(text) as Readonly<Record<string, object>>;
  return patch(text, { ...value, [outer]: { ...value[outer], [inner]: table } }, format);
}
