import type { ChunkRecord, IndexedChunk, IndexedFile } from './chunk-record.js';
import { ChunkPacker, type PackedChunks } from './pack-chunks.js';

/** What an update writes, packed, so that it need not be read from the tables again. */
export class WrittenChunks {
  private readonly hashes = new Map<string, string>();
  private readonly packer: ChunkPacker;

  /** @param dimension of the vectors */
  constructor(dimension: number) {
    this.packer = new ChunkPacker(dimension);
  }

  /** Packs chunks that are about to be written, all of their files. */
  addChunks(chunks: Iterable<IndexedChunk>): void {
    for (const chunk of chunks) this.packer.add(chunk);
  }

  /** Notes that the chunks of files were written. */
  addFiles(files: readonly (Pick<IndexedFile, 'chunksHash'> & { readonly filePath: string })[]): void {
    for (const { filePath, chunksHash } of files) this.hashes.set(filePath, chunksHash);
  }

  /**
   * The chunks of the wanted files.
   *
   * @param wanted by path, with the hash that the tables have now; `undefined` unless all of them are as they were
   * written here: another process may have written since, or files may be asked for that were not written
   */
  chunksOf(wanted: ReadonlyMap<string, string>): PackedChunks | undefined {
    for (const [path, hash] of wanted) if (this.hashes.get(path) !== hash) return undefined;
    return this.packer.finish(({ filePath }: ChunkRecord) => wanted.has(filePath));
  }
}
