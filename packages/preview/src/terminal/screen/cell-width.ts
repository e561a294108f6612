/** Scripts, emoji and forms that take two columns of a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]/u;

/** Marks and joiners, which stand on the character before them. */
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u;

/**
 * Columns that a character takes. Never too few, but for what a terminal's font may think of rare characters: what is
 * drawn is cut at the edge of the screen in any case.
 */
export function widthOfCharacter(character: string): number {
  if (character < '\u0300') return 1;
  if (wide.test(character)) return 2;
  return narrow.test(character) ? 0 : 1;
}

/** Columns that a text without line ends takes. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

/** As much of the text as fits, with an ellipsis where something is missing. */
export function fitText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const character of text) {
    width += widthOfCharacter(character);
    if (width > columns - 1) break;
    fitting += character;
  }
  return columns < 1 ? '' : `${fitting}…`;
}

/** Whether each character is one unit and takes one column. */
export function isPlain(text: string): boolean {
  return /^[\u0000-\u007f]*$/u.test(text);
}
