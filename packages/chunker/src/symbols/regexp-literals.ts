/** States of the search for the end of a literal; a slash in a class ends none. */
const outside = 1;
const inClass = 2;
type SearchState = typeof outside | typeof inClass;

/**
 * Finds the ends of regular expression literals; to be asked for places from the beginning of a text to its end. A slash that
 * opens none is followed to the end of its line. Where the search behind a later one meets the way of an earlier one, it
 * ends, so that all of them take time that grows with the text.
 */
export class RegExpLiterals {
  /** States by position. A literal that was found is not looked into again: every way in here has led to none. */
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
