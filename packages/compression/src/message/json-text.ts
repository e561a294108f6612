/** Options for writing a value. */
export interface JsonWriting {
  /** Whether keys are sorted by code units. Default: they keep their order. */
  readonly isSorted?: boolean;
  /** Replaces a text. Default: the text itself. */
  readonly textFor?: ((text: string) => string) | undefined;
}

const [quote, backslash] = [0x22, 0x5c];

/** Maximum number of digits for which a number is exact in a double. */
const exactDigits = 15;

const number = /-?\d[\d.eE+-]*/gu;

/** A run of digits that may be too long for an exact number. */
const manyDigits = /\d{16}/u;

/** Writes a parsed JSON value without white space. Uses constant stack for deep values, unlike `JSON.stringify`. */
export function compactJson(value: unknown, { isSorted = false, textFor }: JsonWriting = {}): string {
  const written: string[] = [];
  const left: ({ readonly mark: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('mark' in next) written.push(next.mark);
    else if (typeof next.value === 'string') written.push(JSON.stringify(textFor?.(next.value) ?? next.value));
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value));
    else {
      const isArray = Array.isArray(next.value);
      const entries = Object.entries(next.value);
      if (isSorted && !isArray) entries.sort(([a], [z]) => (a < z ? -1 : 1));
      written.push(isArray ? '[' : '{');
      left.push({ mark: isArray ? ']' : '}' });
      for (const [index, [key, inner]] of [...entries.entries()].reverse()) {
        left.push({ value: inner }, { mark: `${index > 0 ? ',' : ''}${isArray ? '' : `${JSON.stringify(key)}:`}` });
      }
    }
  }
  return written.join('');
}

/**
 * The canonical JSON text of a value, independent of white space and key order. If a number is not exact in a double,
 * the text keeps its key order and its numbers, so that different numbers never become equal.
 */
export function canonicalJson(text: string): string {
  const isExact = !outsideStrings(text).some(([start, end]) =>
    (text.slice(start, end).match(number) ?? []).some((found) => !isExactNumber(found)),
  );
  return isExact ? compactJson(JSON.parse(text), { isSorted: true }) : withoutSpace(text);
}

/** Parses JSON. Whole numbers that a double cannot hold become strings of their digits. */
export function parseExactly(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text);
  // Throws for invalid JSON before the text is scanned.
  JSON.parse(text);
  let exact = '';
  let from = 0;
  for (const [start, end] of outsideStrings(text)) {
    exact += text.slice(from, start);
    exact += text
      .slice(start, end)
      .replaceAll(number, (found) => (/^-?\d+$/u.test(found) && !isExactNumber(found) ? `"${found}"` : found));
    from = end;
  }
  return JSON.parse(`${exact}${text.slice(from)}`);
}

function isExactNumber(written: string): boolean {
  const value = Number(written);
  const [digits = ''] = written.split(/e/iu);
  const significant = digits
    .replaceAll(/[-.]/gu, '')
    .replace(/^0+/u, '')
    .replace(/(?<!0)0+$/u, '');
  return Number.isFinite(value) && significant.length <= exactDigits && (value !== 0 || significant === '');
}

function withoutSpace(text: string): string {
  let written = '';
  let from = 0;
  for (const [start, end] of outsideStrings(text)) {
    written += text.slice(from, start) + text.slice(start, end).replaceAll(/\s+/gu, '');
    from = end;
  }
  return written + text.slice(from);
}

/** Ranges of a JSON text outside of strings: start and exclusive end. */
function outsideStrings(text: string): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== quote) continue;
    found.push([start, at]);
    for (at += 1; at < text.length && text.charCodeAt(at) !== quote; at++) {
      if (text.charCodeAt(at) === backslash) at += 1;
    }
    start = at + 1;
  }
  found.push([start, text.length]);
  return found;
}

/** A JSON object with unchecked values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The first of the fields that is a text and not empty. */
export function firstText(record: JsonRecord, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The first of the fields that is present and not null. */
export function firstValue(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
