import type { TextRange } from './sentence-reader.js';

/** A paragraph. */
export type ProsePiece = TextRange;

/** Paragraphs joined for the tagger, one per line. */
export interface ProseText {
  readonly text: string;
  readonly pieces: readonly ProsePiece[];
  /** Where each piece begins in the text. */
  readonly offsets: readonly number[];
}

/** Maximum length of a joined text, which bounds the tagger's memory. In UTF-16 units. */
const maxTextLength = 16_384;

/**
 * Longer runs without space are not tagged, because the tagger's time grows faster than their length. In UTF-16 units.
 */
const maxRun = 100;

/**
 * Joins paragraphs and keeps all offsets: white space becomes plain spaces, and characters that are no words are
 * replaced by spaces.
 */
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
