import type { CallOptions, Chunk, IEmbeddingProvider } from '@lexichord/abstractions';
import { pMapIterable } from 'p-map';

import type { ITextWorkers } from '../embedding/static/text-workers.js';
import { indexedAs } from '../store/chunk-rows.js';
import type { StoredChunks } from '../store/index-store.js';
import type { ChunkRow } from '../store/index-tables.js';
import { type DescribedChunks, describeChunks } from './describe-chunks.js';
import { inBatches } from './in-batches.js';
import type { IndexRun } from './index-run.js';
import type { ReadFile } from './read-files.js';

/**
 * Files are described in batches. A first index has small ones, so that it begins early and little is left after the
 * last file was read; two at once, so that one is described while the other is split; and enough ahead that none waits
 * while others are written. Later updates look up stored descriptions, which costs as much for a few files as for many.
 */
const describedAtOnce = {
  first: { batch: { files: 12, bytes: 300_000 }, atOnce: 2, ahead: 16 },
  later: { batch: { files: 96, bytes: 3_000_000 }, atOnce: 1, ahead: 2 },
};

/** Services for describing files. */
export interface DescribeServices extends CallOptions {
  readonly run: IndexRun;
  readonly provider: IEmbeddingProvider;
  readonly workers: ITextWorkers;
}

/** A batch of read files, ready to be stored. */
export interface DescribedFiles extends DescribedChunks {
  readonly read: readonly ReadFile[];
  /**
   * The files with changed content; the rows are of their chunks, in their order. The chunks themselves are removed
   * once the rows exist, here and in `read`.
   */
  readonly changed: readonly ReadFile[];
  /** Their stored chunks; absent if nothing is stored yet. */
  readonly stored?: StoredChunks | undefined;
}

/** Describes the chunks of changed files in batches, some ahead of the consumer. */
export function describeFiles(
  files: AsyncIterable<ReadFile>,
  services: DescribeServices,
): AsyncIterable<DescribedFiles> {
  const { run } = services;
  const { batch, atOnce, ahead } = describedAtOnce[run.isFirst ? 'first' : 'later'];
  let failure: string | undefined;
  const described = pMapIterable(
    inBatches(files, batch, ({ file }) => ({ files: 1, bytes: file.sizeBytes })),
    async (read) => {
      const result = await describeBatch(read, { ...services, earlierFailure: failure });
      failure ??= result.failure;
      return result;
    },
    { concurrency: atOnce, backpressure: 2 * atOnce },
  );
  // One after the other, because the copy of the index takes them in their order; and before they are stored, so that
  // this thread works while the store writes others.
  return pMapIterable(described, (one) => noteChunks(one, run), { concurrency: 1, backpressure: ahead });
}

/** The chunks of files, in the order of describing. */
function chunksOf(files: readonly ReadFile[]): readonly Chunk[] {
  return files.flatMap(({ chunks = [] }) => chunks);
}

/** @param earlierFailure a failure of the provider: it is then not called for later batches */
async function describeBatch(
  read: readonly ReadFile[],
  {
    run,
    provider,
    workers,
    earlierFailure,
    signal,
  }: DescribeServices & { readonly earlierFailure: string | undefined },
): Promise<DescribedFiles> {
  const changed = read.filter(({ chunks }) => chunks !== undefined);
  if (changed.length === 0) return { read, changed, rows: [], embedded: 0 };

  const stored = await run.storedBefore(changed.map(({ file }) => file.relativePath));
  const describing = describeChunks(chunksOf(changed), {
    provider,
    workers,
    earlierFailure,
    storedRows: stored?.rows ?? [],
    lookUp: (hashes) => run.storedDescriptions(hashes),
    signal,
  });
  // A first update looks up no descriptions: its tables are made while other threads describe.
  if (run.isFirst) run.openAhead();
  return { read, changed, stored, ...(await describing) };
}

function noteChunks(described: DescribedFiles, run: IndexRun): DescribedFiles {
  const { read, changed, rows } = described;
  run.noteChunks(chunksOf(changed).map((chunk, index) => indexedAs(chunk, rows[index] as ChunkRow)));
  return { ...described, read: read.map(withoutContent), changed: changed.map(withoutContent) };
}

/** Releases the text, which is not needed after describing: many files may wait to be stored. */
function withoutContent(file: ReadFile): ReadFile {
  return file.chunks === undefined ? file : { ...file, chunks: [] };
}
