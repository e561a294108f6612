import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';

import type { ChunkRecord } from './chunk-record.js';

/** A record as an array without its path: half of the size of the object. */
type CompactRecord = readonly [
  startLine: number,
  endLine: number,
  /** The hash in the id; in a list the whole id, if it does not consist of path, lines and hash. */
  id: string | readonly [string],
  kind: ChunkKind,
  symbol: string | 0,
  enclosing: readonly string[],
  definitions: readonly (readonly [name: string, kind: ChunkSymbol['kind'], line: number])[],
  language: string,
  tokenCount: number,
];

/** The records of each file, in their order. */
export type CompactRecords = readonly (readonly [filePath: string, records: readonly CompactRecord[]])[];

/**
 * Yields the records of each file.
 *
 * @param records sorted by file
 */
export function* compactRecords(records: readonly ChunkRecord[]): Generator<CompactRecords[number]> {
  let file: [filePath: string, records: CompactRecord[]] | undefined;
  for (const record of records) {
    if (file?.[0] !== record.filePath) {
      if (file !== undefined) yield file;
      file = [record.filePath, []];
    }
    file[1].push(compact(record));
  }
  if (file !== undefined) yield file;
}

/** The records of {@link compactRecords}. */
export function expandRecords(files: CompactRecords): readonly ChunkRecord[] {
  return files.flatMap(([filePath, records]) => records.map((record) => expand(filePath, record)));
}

function compact(record: ChunkRecord): CompactRecord {
  const { startLine, endLine, id, kind, symbol, enclosing, definitions, language, tokenCount } = record;
  const start = idStart(record);
  return [
    startLine,
    endLine,
    id.startsWith(start) ? id.slice(start.length) : [id],
    kind,
    symbol ?? 0,
    enclosing,
    definitions.map(({ name, kind: definedKind, line }) => [name, definedKind, line] as const),
    language,
    tokenCount,
  ];
}

function expand(filePath: string, compacted: CompactRecord): ChunkRecord {
  const [startLine, endLine, id, kind, symbol, enclosing, definitions, language, tokenCount] = compacted;
  const whole = {
    id: typeof id === 'string' ? idStart({ filePath, startLine, endLine }) + id : id[0],
    filePath,
    startLine,
    endLine,
    kind,
    enclosing,
    definitions: definitions.map(([name, definedKind, line]): ChunkSymbol => ({ name, kind: definedKind, line })),
    language,
    tokenCount,
  };
  return symbol === 0 ? whole : { ...whole, symbol };
}

function idStart({ filePath, startLine, endLine }: Pick<ChunkRecord, 'filePath' | 'startLine' | 'endLine'>): string {
  return `${filePath}:${startLine}-${endLine}@`;
}
