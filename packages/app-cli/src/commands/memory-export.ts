import { ICompressionStore } from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, textOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireConversation, requireMemory } from '../memory/require-memory.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { withRuntime } from '../session/with-runtime.js';
import { checkOutputFile, writeOutputFile } from '../session/write-output.js';

/** `lexichord memory export`. */
export const runMemoryExport: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const file = textOption(invocation, 'output');
  const { globals } = invocation;
  const { signal, workingDirectory } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'export');
    const { head, messages } = await requireConversation(conversationId, { runtime, signal });
    const target = { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces: true };
    const output = file === undefined ? undefined : await checkOutputFile(file, target);
    const store = runtime.resolve(ICompressionStore);
    const open = (): Promise<AsyncIterable<string>> => store.export(conversationId, { signal });
    if (output !== undefined) {
      const report = { conversationId, head, messages, file: output.name };
      const shown = await screenOutput(report, { runtime, signal });
      await writeOutputFile(output, await open());
      if (globals.json) printJson(shown, io);
      else io.stdout.write(`Exported ${countOf(messages, 'message')} to ${toTerminalLine(shown.file)}.\n`);
    } else if (globals.json) {
      printJson({ conversationId, head, messages, content: await textOf(await open()) }, io);
    } else await writePieces(wholePieces(open), io);
    return ExitCode.done;
  });
};

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return texts.join('');
}

/**
 * Writes the file's own bytes. Nothing is written of a damaged conversation, so a reader need not check the exit code.
 */
async function writePieces(pieces: AsyncIterable<string>, { stdout }: CommandIo): Promise<void> {
  for await (const piece of pieces) stdout.write(stdout.isTTY === true ? toTerminalText(piece) : piece);
}

/** Text held in memory, in UTF-16 units: at most 128 MB, more than nearly every conversation. */
const defaultMaxHeldUnits = 64_000_000;

/** Options of {@link wholePieces}. */
interface WholePiecesOptions {
  readonly maxHeldUnits?: number | undefined;
}

/**
 * Yields a text in pieces, but only after all of it was read, so that a damaged text yields nothing. A text that is too
 * long to hold in memory is read twice.
 *
 * @param open reads the text from its start
 * @throws the errors of reading
 */
export async function* wholePieces(
  open: () => Promise<AsyncIterable<string>>,
  { maxHeldUnits = defaultMaxHeldUnits }: WholePiecesOptions = {},
): AsyncGenerator<string, void, undefined> {
  let held: string[] | undefined = [];
  let units = 0;
  for await (const piece of await open()) {
    units += piece.length;
    if (units > maxHeldUnits) held = undefined;
    held?.push(piece);
  }
  yield* held ?? (await open());
}
