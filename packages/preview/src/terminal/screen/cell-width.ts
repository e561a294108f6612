import stringWidth from 'string-width';

/** Columns that a text without line ends takes. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** As much of the text as fits, with an ellipsis where something is missing. */
export function fitText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  // Text cut at the edge has at most this number of units for each column.
  for (const grapheme of graphemesOf(text.slice(0, columns * 32))) {
    width += widthOf(grapheme);
    if (width > columns - 1) break;
    fitting += grapheme;
  }
  return columns < 1 ? '' : `${fitting}…`;
}

/** Whether each character is one unit and takes one column. */
export function isPlain(text: string): boolean {
  return /^[\u0000-\u007f]*$/u.test(text);
}

let segmenter: Intl.Segmenter | undefined;

/** The graphemes of a text, found lazily. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
