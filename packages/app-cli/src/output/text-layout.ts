import picocolors from 'picocolors';

import { columnsOf, type CommandIo, type TextSink } from '../command-io.js';

/** Functions that colour a text, or return it unchanged. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Whether to write colours: `NO_COLOR` turns them off, `FORCE_COLOR` on; otherwise only a terminal gets them. */
export function hasColors(sink: TextSink, environment: CommandIo['environment']): boolean {
  const { NO_COLOR: off, FORCE_COLOR: forced, TERM: terminal } = environment;
  if (off !== undefined && off !== '') return false;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return sink.isTTY === true && terminal !== 'dumb';
}

/** The colour functions for a stream. */
export function colorsFor(sink: TextSink, environment: CommandIo['environment']): Colors {
  return picocolors.createColors(hasColors(sink, environment));
}

/** Colours and width to lay text out with. */
export interface TextLayout {
  readonly colors: Colors;
  readonly columns: number;
}

/** The layout of standard output. */
export function layoutFor(io: CommandIo): TextLayout {
  return { colors: colorsFor(io.stdout, io.environment), columns: columnsOf(io.stdout) };
}

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
