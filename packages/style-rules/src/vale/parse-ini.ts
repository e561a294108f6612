/** One `key = value` of an INI file. */
export interface IniEntry {
  readonly key: string;
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** An INI file: sections and entries in order, entries of a repeated section together. */
export interface IniFile {
  /** Sections by name; `''` has the entries before any section. */
  readonly sections: ReadonlyMap<string, readonly IniEntry[]>;
  /** 1-based numbers of lines that are neither section nor entry. */
  readonly badLines: readonly number[];
}

/**
 * Reads INI like Vale: comments with `#` or `;` at the start of a line or after white space, values in quotation marks,
 * a backslash at the end of a line to continue it.
 *
 * Written here because available libraries build objects: a section named `constructor` then writes into a built-in
 * function, the order of repeated keys is lost, and entries have no line numbers.
 */
export function parseIni(text: string): IniFile {
  const sections = new Map<string, IniEntry[]>();
  const badLines: number[] = [];
  let name = '';
  for (const { text: line, number } of logicalLines(text)) {
    if (line.startsWith('[') && line.endsWith(']')) {
      name = line.slice(1, -1).trim();
      if (name === 'DEFAULT') name = '';
      continue;
    }
    const delimiter = line.search(/[=:]/);
    if (delimiter < 1) {
      badLines.push(number);
      continue;
    }
    const entries = sections.get(name) ?? [];
    const value = unquote(line.slice(delimiter + 1).trim());
    entries.push({ key: unquote(line.slice(0, delimiter).trim()), value, line: number });
    sections.set(name, entries);
  }
  return { sections, badLines };
}

interface LogicalLine {
  readonly text: string;
  readonly number: number;
}

function* logicalLines(text: string): Generator<LogicalLine> {
  let pending: { parts: string[]; number: number } | undefined;
  for (const [index, raw] of text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).entries()) {
    const line = stripComment(raw).trim();
    pending ??= { parts: [], number: index + 1 };
    if (line.endsWith('\\')) {
      pending.parts.push(line.slice(0, -1).trim());
      continue;
    }
    const whole = [...pending.parts, line].join(' ').trim();
    if (whole !== '') yield { text: whole, number: pending.number };
    pending = undefined;
  }
  const rest = pending?.parts.join(' ').trim() ?? '';
  if (rest !== '') yield { text: rest, number: pending?.number ?? 1 };
}

function stripComment(line: string): string {
  const start = /(?:^|\s)[#;]/.exec(line);
  return start === null ? line : line.slice(0, start.index);
}

function unquote(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}
