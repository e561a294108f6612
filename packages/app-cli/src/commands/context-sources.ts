import {
  ErrorCode,
  IGitHistory,
  type ILexichordRuntime,
  LexichordError,
  type SourceType,
  isUncommitted,
  sourceTypes,
} from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { formatTable } from '../output/table.js';
import { layoutFor } from '../output/text-layout.js';
import { type RecordedChunk, allChunks } from '../packing/find-chunk.js';
import { requireLastPack } from '../packing/last-pack.js';
import { withRuntime } from '../session/with-runtime.js';

/** One file of the last pack. */
interface PackedSource {
  readonly filePath: string;
  readonly sourceTypes: readonly SourceType[];
  /** Tokens of the chunks in the text. */
  readonly tokens: number;
  readonly includedChunks: number;
  readonly chunks: number;
}

/** `lexichord context sources`. */
export const runContextSources: CommandRun = (invocation, io) => {
  const onlyModified = readFilter(invocation);
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const all = sourcesOf(allChunks(await requireLastPack(runtime, io)));
    const sources = onlyModified ? await modifiedOf(all, runtime, io) : all;
    if (globals.json) printJson({ sources }, io);
    else printSources(sources, { io, onlyModified });
    return ExitCode.done;
  });
};

function readFilter(invocation: Invocation): boolean {
  const filter = textOption(invocation, 'filter');
  if (filter === undefined || filter === 'modified') return filter !== undefined;
  throw usageError(`--filter is ${JSON.stringify(filter)}; the only filter is modified.`, {
    option: '--filter',
    value: filter,
  });
}

/** The files, ordered by their best chunk. */
function sourcesOf(chunks: readonly RecordedChunk[]): readonly PackedSource[] {
  return [...new Set(chunks.map(({ filePath }) => filePath))].map((filePath) => {
    const own = chunks.filter((chunk) => chunk.filePath === filePath);
    const included = own.filter(({ reason }) => reason === undefined);
    return {
      filePath,
      sourceTypes: sourceTypes.filter((type) => own.some(({ sourceType }) => sourceType === type)),
      tokens: included.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      includedChunks: included.length,
      chunks: own.length,
    };
  });
}

/** Files that git reports as modified or untracked. */
async function modifiedOf(
  sources: readonly PackedSource[],
  runtime: ILexichordRuntime,
  { signal }: CommandIo,
): Promise<readonly PackedSource[]> {
  const changes = await runtime.resolve(IGitHistory).recentChanges({ signal });
  if (changes === undefined) {
    throw new LexichordError(
      ErrorCode.notFound,
      'Modified files cannot be determined, because the workspace is not in a git repository or git is not installed. Run the command without --filter.',
    );
  }
  return sources.filter(({ filePath }) => isUncommitted(filePath, changes));
}

function printSources(
  sources: readonly PackedSource[],
  { io, onlyModified }: { readonly io: CommandIo; readonly onlyModified: boolean },
): void {
  if (sources.length === 0) {
    io.stdout.write(onlyModified ? 'No source of the last pack is modified.\n' : 'The last pack had no sources.\n');
    return;
  }
  const { colors, columns } = layoutFor(io);
  const rows = sources.map(({ filePath, sourceTypes: types, tokens, includedChunks, chunks }) => [
    formatCount(tokens),
    `${formatCount(includedChunks)} of ${formatCount(chunks)}`,
    types.join(', '),
    toTerminalLine(filePath),
  ]);
  const table = formatTable(rows, {
    columns: [
      { heading: 'Tokens', align: 'right' },
      { heading: 'Chunks', align: 'right' },
      { heading: 'Kind' },
      { heading: 'Source' },
    ],
    width: columns,
    colors,
  });
  io.stdout.write(`${table}\n\n${countOf(sources.length, onlyModified ? 'modified source' : 'source')}\n`);
}
