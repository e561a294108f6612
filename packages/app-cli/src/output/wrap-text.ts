/**
 * Breaks a text into lines at its spaces; a word that is longer than a line is broken anywhere.
 *
 * @param width in UTF-16 units, from 1
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    for (const piece of piecesOf(word, width)) {
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (longer.length <= width) line = longer;
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}

function piecesOf(word: string, width: number): readonly string[] {
  if (word.length <= width) return [word];
  const characters = Array.from(word);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += width) {
    pieces.push(characters.slice(start, start + width).join(''));
  }
  return pieces;
}
