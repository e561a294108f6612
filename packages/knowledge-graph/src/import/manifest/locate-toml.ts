/** A key or text of TOML with its line and its parts: parts of a table by key, texts of a list by the text. */
export interface TomlNode {
  /** From 1. */
  readonly line: number;
  readonly parts: Map<string, TomlNode>;
}

/** Finds the first lines of tables, keys and texts of values, in one pass over lines of valid TOML. */
export function locateToml(lines: readonly string[]): TomlNode {
  const root = nodeOn(1);
  const values = new ValueReader();
  let table = root;
  let owner = root;
  for (const [index, line] of lines.entries()) {
    let start = 0;
    if (!values.isOpen) {
      const head = headOf(line);
      if (head === undefined) continue;
      owner = nodeAt(head.isTable ? root : table, head.keys, index + 1);
      if (head.isTable) {
        table = owner;
        continue;
      }
      start = head.end;
    }
    for (const text of values.read(line, start)) nodeAt(owner, [text], index + 1);
  }
  return root;
}

function nodeOn(line: number): TomlNode {
  return { line, parts: new Map() };
}

/** The node at the end of a path of keys; missing nodes are added with this line. */
function nodeAt(from: TomlNode, keys: readonly string[], line: number): TomlNode {
  let node = from;
  for (const key of keys) {
    const part = node.parts.get(key) ?? nodeOn(line);
    node.parts.set(key, part);
    node = part;
  }
  return node;
}

/** The start of a line that is not part of a value from an earlier line. */
interface LineHead {
  readonly keys: readonly string[];
  /** Whether it is the header of a table rather than a key with its value. */
  readonly isTable: boolean;
  /** Offset of the value. */
  readonly end: number;
}

/** A key and the sign after it. */
const keyAndSign = /\s*(?:([\w-]+)|"([^"\\]*(?:\\.[^"\\]*)*)"|'([^']*)')\s*([.=\]])/uy;

/** @returns `undefined` for blank lines and comments */
function headOf(line: string): LineHead | undefined {
  const [before = '', brackets = ''] = /^\s*(\[{0,2})/u.exec(line) ?? [];
  const keys: string[] = [];
  keyAndSign.lastIndex = before.length;
  for (let sign = '.'; sign === '.';) {
    const match = keyAndSign.exec(line);
    if (match === null) return undefined;
    keys.push(match[1] ?? match[2] ?? match[3] ?? '');
    sign = match[4] ?? '';
    if (sign !== '.') return { keys, isTable: brackets !== '', end: keyAndSign.lastIndex };
  }
  return undefined;
}

/** Tokens of a value: texts, brackets, and comments. */
const valuePart = /"""|'''|"([^"\\]*(?:\\.[^"\\]*)*)"|'([^']*)'|[[\]{}#]/gu;

/** Ends of multi-line texts; up to two quotes may precede them. */
const textEnds: Readonly<Record<string, RegExp>> = { '"""': /\\.|"{3,5}/gu, "'''": /'{3,5}/gu };

/** Tracks values that span lines. */
class ValueReader {
  private depth = 0;
  /** Delimiter of an unfinished multi-line text. */
  private quotes: string | undefined;

  /** Whether the next line continues the value. */
  get isOpen(): boolean {
    return this.depth > 0 || this.quotes !== undefined;
  }

  /** @returns the single-line texts in the line, as written */
  read(line: string, start: number): readonly string[] {
    const texts: string[] = [];
    for (let at = start; at < line.length;) {
      const pattern = this.pattern();
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      if (match === null || match[0] === '#') break;
      at = pattern.lastIndex;
      const text = match[1] ?? match[2];
      if (text === undefined) this.pass(match[0]);
      else texts.push(text);
    }
    return texts;
  }

  private pattern(): RegExp {
    return (this.quotes === undefined ? undefined : textEnds[this.quotes]) ?? valuePart;
  }

  private pass(sign: string): void {
    if (this.quotes !== undefined) {
      if (!sign.startsWith('\\')) this.quotes = undefined;
    } else if (Object.hasOwn(textEnds, sign)) this.quotes = sign;
    else this.depth += /[[{]/u.test(sign) ? 1 : -1;
  }
}
