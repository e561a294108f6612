import type { PackRecord } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { locationOf } from '../output/chunk-table.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import {
  type ChunkLocation,
  type RecordedChunk,
  findChunks,
  locationInWorkspace,
  readChunkLocation,
} from '../packing/find-chunk.js';
import { requireLastPack } from '../packing/last-pack.js';
import { type ChunkVerification, verifyChunks } from '../packing/verify-chunk.js';
import { withRuntime } from '../session/with-runtime.js';

const maxLineLength = 100;

/** `lexichord context verify`: exit code 1 when packed lines differ from their file. */
export const runContextVerify: CommandRun = (invocation, io) => {
  const location = readChunkLocation(invocation, 'chunk');
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const record = await requireLastPack(runtime, io);
    const chunks = chunksToVerify(record, location && (await locationInWorkspace(location, runtime, io)));
    const verified = await verifyChunks(chunks, runtime.editor, { signal: io.signal });
    if (globals.json) printJson(toJson(verified), io);
    else if (location !== undefined) printOne(verified, io);
    else printAll(verified, io);
    return verified.some(isFailure) ? ExitCode.failed : ExitCode.done;
  });
};

function chunksToVerify(record: PackRecord, location: ChunkLocation | undefined): readonly RecordedChunk[] {
  return location === undefined ? record.packed.includedChunks : findChunks(record, location).slice(0, 1);
}

function isFailure({ status }: ChunkVerification): boolean {
  return status === 'changed' || status === 'missing';
}

function toJson(verified: readonly ChunkVerification[]): object {
  return {
    chunks: verified.map(({ chunk, status, movedTo, message }) => ({
      id: chunk.id,
      filePath: chunk.filePath,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      status,
      movedTo,
      message,
    })),
    failed: verified.filter(isFailure).length,
  };
}

function printAll(verified: readonly ChunkVerification[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  for (const one of verified) {
    const reason = one.status === 'pass' ? '' : ` (${toTerminalLine(one.message)})`;
    io.stdout.write(`${statusText(one, colors)} ${locationOf(one.chunk)}${reason}\n`);
  }
  const count = (status: ChunkVerification['status']): string =>
    formatCount(verified.filter((one) => one.status === status).length);
  io.stdout.write(
    `${verified.length === 0 ? '' : '\n'}${count('pass')} as packed, ${count('changed')} changed, ${count('missing')} missing, ${count('not-checked')} not checked\n`,
  );
}

function printOne(verified: readonly ChunkVerification[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  for (const one of verified) {
    const { filePath, startLine, endLine } = one.chunk;
    io.stdout.write(`The pack says: ${toTerminalLine(filePath)}, lines ${startLine}-${endLine}\n`);
    for (const [line, text] of one.lines ?? []) {
      io.stdout.write(
        `  Line ${line} now: ${colors.cyan(JSON.stringify(toTerminalLine(text).slice(0, maxLineLength)))}\n`,
      );
    }
    io.stdout.write(`Verification: ${statusText(one, colors)} ${toTerminalLine(one.message)}\n`);
  }
}

function statusText({ status }: ChunkVerification, { green, red, dim }: Colors): string {
  if (status === 'pass') return green('PASS');
  return status === 'not-checked' ? dim('not checked') : red(status);
}
