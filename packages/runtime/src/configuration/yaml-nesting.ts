/** Marks that the lexer puts between the pieces of the text. */
const lexerMarks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Where a text is nested too deeply; both 1-based. */
export interface NestingPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The first place at which brackets, or dashes and question marks on one line, are nested more than `maxNesting` deep.
 * Looked for in the lexer's tokens, because the parser behind it recurses, and one that runs out of stack inside a regular
 * expression ends the process. Other nesting needs indentation, which the size of the file bounds.
 */
export function findDeepNesting(tokens: Iterable<string>, maxNesting: number): NestingPlace | undefined {
  let [line, column, brackets, dashes] = [1, 1, 0, 0];
  let scalarFollows = false;
  for (const token of tokens) {
    if (!scalarFollows) {
      if (token === '[' || token === '{') brackets += 1;
      else if (token === ']' || token === '}') brackets -= 1;
      else if (token === '-' || token === '?') dashes += 1;
      if (brackets > maxNesting || dashes > maxNesting) return { line, column };
    }
    scalarFollows = token === '\u001f';
    if (lexerMarks.has(token)) continue;
    const lastBreak = token.lastIndexOf('\n');
    if (lastBreak === -1) {
      column += token.length;
    } else {
      line += token.split('\n').length - 1;
      column = token.length - lastBreak;
      dashes = 0;
    }
  }
  return undefined;
}
