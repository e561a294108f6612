import type { TextRange } from './sentence-reader.js';

/** A paragraph. */
export type ProsePiece = TextRange;

/** Paragraphs as the tagger reads them, a line each. */
export interface ProseText {
  readonly text: string;
  readonly pieces: readonly ProsePiece[];
  /** Where each piece begins in the text. */
  readonly offsets: readonly number[];
}

/** A text is ended after so many UTF-16 units: what a tagger keeps of a text is bounded by it. */
const maxTextLength = 16_384;

/** The time a tagger takes for a word grows faster than the word. Longer runs without space are no words. In UTF-16 units. */
const maxRun = 100;

/** Joins paragraphs. Every character keeps its place: white space is made plain, and what is no word is made white. */
export function proseTexts(pieces: readonly ProsePiece[], contents: readonly string[]): readonly ProseText[] {
  const texts: ProseText[] = [];
  let current: { text: string; pieces: ProsePiece[]; offsets: number[] } | undefined;
  for (const piece of pieces) {
    if (current === undefined || current.text.length > maxTextLength) {
      current = { text: '', pieces: [], offsets: [] };
      texts.push(current);
    }
    current.offsets.push(current.text.length);
    current.pieces.push(piece);
    current.text += `${plain((contents[piece.message] ?? '').slice(piece.start, piece.end))}\n`;
  }
  return texts;
}

function plain(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]/gu, ' ')
    .replaceAll(/[^ ]{101,}/gu, (run) => run.slice(0, maxRun).padEnd(run.length));
}
