import {
  ErrorCode,
  type ExcludedChunk,
  type ILexichordRuntime,
  type IncludedChunk,
  LexichordError,
  type LineRange,
  type PackRecord,
} from '@lexichord/abstractions';
import { isSameFile } from '@lexichord/text-index/internal';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { textOption, usageError } from '../command-line/read-options.js';
import { locationOf } from '../output/chunk-table.js';
import { pathInWorkspace } from './named-files.js';

/** A chunk's location on the command line. */
export interface ChunkLocation extends LineRange {
  /** A file's path, or the end of one. */
  readonly path: string;
}

/** A chunk of the last pack, in the text or left out. */
export type RecordedChunk = Omit<IncludedChunk, 'content'> &
  Partial<Pick<ExcludedChunk, 'reason' | 'keptChunk' | 'detail'>>;

/** Chunks suggested when one is not found. */
const maxNamed = 5;

const placePattern = /^(?<path>.+):(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?(?:@[0-9a-f]{8})?$/u;

/**
 * `PATH:A-B`, both lines from 1 and inclusive; also a chunk's whole id.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function readChunkLocation(invocation: Invocation, name: string): ChunkLocation | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  const { path = '', start = '0', end = start } = placePattern.exec(text)?.groups ?? {};
  const location = { path: path.replace(/^(?:\.\/)+/u, ''), startLine: Number(start), endLine: Number(end) };
  if (location.path !== '' && location.startLine >= 1 && location.startLine <= location.endLine) return location;
  throw usageError(`--${name} is ${JSON.stringify(text)}; it must be a file and lines, such as src/login.ts:45-78.`, {
    option: `--${name}`,
    value: text,
  });
}

/** The location with its path in the workspace. */
export async function locationInWorkspace(
  location: ChunkLocation,
  { workspaceRoot }: Pick<ILexichordRuntime, 'workspaceRoot'>,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
): Promise<ChunkLocation> {
  return { ...location, path: await pathInWorkspace(location.path, { workingDirectory, workspaceRoot }) };
}

/** @throws {LexichordError} `invalid-argument` when it is missing or malformed */
export function requireChunkLocation(invocation: Invocation, name: string): ChunkLocation {
  const location = readChunkLocation(invocation, name);
  if (location !== undefined) return location;
  throw usageError(`--${name} is missing. Name a chunk by file and lines, such as --${name} src/login.ts:45-78.`);
}

/** Every chunk of the pack, best first. */
export function allChunks({ packed }: PackRecord): readonly RecordedChunk[] {
  return [...packed.includedChunks, ...packed.excludedChunks].toSorted((a, b) => a.rank - b.rank);
}

/**
 * The chunks with exactly these lines, packed ones first, then best first. Lines found by two sources occur twice.
 *
 * @returns at least one
 * @throws {LexichordError} `not-found` naming chunks of that file
 */
export function findChunks(record: PackRecord, location: ChunkLocation): readonly [RecordedChunk, ...RecordedChunk[]] {
  const chunks = allChunks(record);
  const inFile = chunks.filter(({ filePath }) => filePath === location.path);
  const candidates = inFile.length > 0 ? inFile : chunks.filter(({ filePath }) => isSameFile(filePath, location.path));
  const [first, ...others] = candidates
    .filter(({ startLine, endLine }) => startLine === location.startLine && endLine === location.endLine)
    .toSorted((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined));
  if (first === undefined) throw noSuchChunk(location, candidates);
  return [first, ...others];
}

function noSuchChunk(location: ChunkLocation, inFile: readonly RecordedChunk[]): LexichordError {
  const { path, startLine, endLine } = location;
  const distance = (chunk: RecordedChunk): number => Math.max(chunk.startLine - endLine, startLine - chunk.endLine, 0);
  const nearest = [...new Set(inFile.toSorted((a, b) => distance(a) - distance(b)).map(locationOf))].slice(0, maxNamed);
  const hint =
    nearest.length === 0
      ? 'None of its chunks are from that file. "lexichord context sources" lists the files.'
      : `Chunks of that file: ${nearest.join(', ')}.`;
  return new LexichordError(
    ErrorCode.notFound,
    `The last pack has no chunk ${JSON.stringify(`${path}:${startLine}-${endLine}`)}. ${hint}`,
    { details: { chunk: `${path}:${startLine}-${endLine}`, nearest } },
  );
}
