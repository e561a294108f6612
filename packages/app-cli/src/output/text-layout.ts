import picocolors from 'picocolors';

import { type CommandIo, type TextSink, columnsOf } from '../command-io.js';

/** Functions that colour a text, or leave it alone. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** `NO_COLOR` turns colours off and `FORCE_COLOR` on; otherwise a terminal has them and nothing else has. */
export function hasColors(sink: TextSink, environment: CommandIo['environment']): boolean {
  const { NO_COLOR: off, FORCE_COLOR: forced, TERM: terminal } = environment;
  if (off !== undefined && off !== '') return false;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return sink.isTTY === true && terminal !== 'dumb';
}

/** The colours to write to a stream with. */
export function colorsFor(sink: TextSink, environment: CommandIo['environment']): Colors {
  return picocolors.createColors(hasColors(sink, environment));
}

/** How to lay text out. */
export interface TextLayout {
  readonly colors: Colors;
  readonly columns: number;
}

/** How results are laid out on standard output. */
export function layoutFor(io: CommandIo): TextLayout {
  return { colors: colorsFor(io.stdout, io.environment), columns: columnsOf(io.stdout) };
}
