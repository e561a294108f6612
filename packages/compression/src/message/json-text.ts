/** How a value is written. */
export interface JsonWriting {
  /** Whether keys are in the order of their code units; otherwise they stay in theirs. */
  readonly isSorted?: boolean;
  /** What is written for a text. Default: the text. */
  readonly textFor?: ((text: string) => string) | undefined;
}

const [quote, backslash] = [0x22, 0x5c];

/** What a double cannot hold exactly has more digits. */
const exactDigits = 15;

const number = /-?\d[\d.eE+-]*/gu;

/** So many digits in a row may be a number that is not exact. */
const manyDigits = /\d{16}/u;

/**
 * A parsed JSON value as JSON without white space. Takes no more stack for deep values than for flat ones, unlike
 * `JSON.stringify`.
 */
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
 * The same text for all JSON texts of one value: white space and the order of keys do not count. Where a number is larger
 * or finer than a double can tell, the order counts, so that numbers that differ never pass for one.
 */
export function canonicalJson(text: string): string {
  const isExact = !outsideStrings(text).some(([start, end]) =>
    (text.slice(start, end).match(number) ?? []).some((found) => !isExactNumber(found)),
  );
  return isExact ? compactJson(JSON.parse(text), { isSorted: true }) : withoutSpace(text);
}

/** Parses JSON; whole numbers that a double cannot hold come as texts of their digits, which are not changed then. */
export function parseExactly(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text);
  // Only what is JSON may be taken apart.
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
  const significant = digits.replaceAll(/[-.]/gu, '').replace(/^0+/u, '').replace(/0+$/u, '');
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

/** Beginnings and ends of what is between the strings of a JSON text. */
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

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of the first of the fields that has one that is not empty. */
export function firstText(record: JsonRecord, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The value of the first of the fields that is there and not null. */
export function firstValue(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
