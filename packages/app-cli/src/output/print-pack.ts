import type { CommandIo } from '../command-io.js';
import { type AnyPack, packToJson } from './pack-json.js';
import { printJson } from './print-json.js';
import { emptyNote, printPackSummary, rejectionWarnings } from './pack-summary.js';
import { printWarnings } from './print-warnings.js';
import { toTerminalText } from './terminal-text.js';

/** How to print it. */
export interface PackPrinting {
  readonly io: CommandIo;
  readonly json: boolean;
  readonly warnings: readonly string[];
  /** The text is in a file. */
  readonly isWritten: boolean;
}

/**
 * The packed text alone on standard output, or everything as one JSON document. A person, on a terminal or with the text
 * in a file, gets a summary on standard error; a pipe gets exactly the text that was counted, and on standard error only
 * what went wrong.
 */
export function printPack(packed: AnyPack, { io, json, warnings, isWritten }: PackPrinting): void {
  const { content, rejectedSources } = packed;
  if (json) {
    printJson(packToJson(packed, { warnings }), io);
    return;
  }
  if (!isWritten) printContent(content, io);
  if (io.stderr.isTTY === true || isWritten) {
    printPackSummary(packed, { io, warnings });
    return;
  }
  printWarnings([...rejectionWarnings(rejectedSources), ...warnings], io);
  const note = emptyNote(packed);
  if (note !== undefined) io.stderr.write(`${note}\n`);
}

function printContent(content: string, { stdout }: CommandIo): void {
  if (stdout.isTTY !== true) stdout.write(content);
  else if (content !== '') stdout.write(`${toTerminalText(content)}\n\n`);
}
