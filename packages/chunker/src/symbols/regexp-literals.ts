/** States of the search for the end of a literal; a slash in a class ends none. */
const outside = 1;
const inClass = 2;
type SearchState = typeof outside | typeof inClass;

/**
 * Finds the ends of regular expression literals, for ascending positions in a text. The search from a slash that opens
 * none ends at the end of its line, or where it meets the path of an earlier search, so that all searches together take
 * linear time.
 */
export class RegExpLiterals {
  /** States by position. Found literals are not searched again: every recorded path has led to none. */
  private ways: Uint8Array | undefined;

  constructor(private readonly content: string) {}

  /** The end of the literal that begins with the slash at `start`, with its flags; `undefined` for any other slash. */
  endOf(start: number): number | undefined {
    const { content } = this;
    let at = start + 1;
    if (content[at] === '*' || content[at] === '/') return undefined;
    for (let state: SearchState = outside; this.isNew(at, state); at += 1) {
      const char = content[at];
      if (char === '/' && state === outside) return flagsEnd(content, at + 1);
      if (char === '\\' && content[at + 1] !== '\n') at += 1;
      else state = stateBehind(char, state);
    }
    return undefined;
  }

  /** Whether an offset is on the same line, and was not reached in this state before. */
  private isNew(at: number, state: SearchState): boolean {
    const { content } = this;
    if (at >= content.length || content[at] === '\n') return false;
    const ways = (this.ways ??= new Uint8Array(content.length));
    const cached = ways[at] as number;
    ways[at] = cached | state;
    return (cached & state) === 0;
  }
}

function stateBehind(char: string | undefined, state: SearchState): SearchState {
  if (char === '[') return inClass;
  return char === ']' ? outside : state;
}

function flagsEnd(content: string, start: number): number {
  let end = start;
  while (isLowerCase(content.charCodeAt(end))) end += 1;
  return end;
}

function isLowerCase(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}
