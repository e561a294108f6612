import picocolors from 'picocolors';

import { type CommandIo, type TextSink, columnsOf } from '../command-io.js';

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
