import 'reflect-metadata';
import {
  type CheckReport,
  IClock,
  IEditorService,
  IEmbeddingProvider,
  type IStateCheck,
  IStateFolder,
  ISymbolExtractor,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import { CheckTally, groupBy } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource } from '../corpus/corpus-source.js';
import { ITextWorkers } from '../embedding/static/text-workers.js';
import { IndexStore } from '../store/index-store.js';
import { type ChunkProblem, type IndexedFileRows, compareChunks, problemOfFile } from './check-chunks.js';
import { type CopiedIndex, checkCopies } from './check-copies.js';

/** Number of files whose chunks are read and described together. */
const filesAtOnce = 64;

const wrongTables = 'the tables themselves have errors';
const outOfUse = 'of files that were changed or removed since they were indexed';

/**
 * Checks that the rows of the search index match the files of the workspace, and its copies the rows. With repairs,
 * files with defects are removed from the index: the next update indexes them again.
 */
@injectable()
export class IndexCheck implements IStateCheck {
  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(ITextWorkers) private readonly workers: ITextWorkers,
    @inject(ICorpusSource) private readonly corpus: ICorpusSource,
    @inject(IStateFolder) private readonly folder: IStateFolder,
    @inject(IClock) private readonly clock: IClock,
    @inject(ISymbolExtractor, { isOptional: true }) private readonly extractor?: ISymbolExtractor,
  ) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal, repairs = false } = options;
    const tally = (kind: string, name: string): CheckTally => new CheckTally({ kind, name }, options);
    const tallies = {
      file: tally('search-files', 'files of the search index'),
      chunk: tally('search-chunks', 'chunks of the search index'),
      vector: tally('search-vectors', 'vectors of the search index'),
    };
    const copies = tally('search-copies', 'copies of the search index');
    const reports = (): readonly CheckReport[] => [...Object.values(tallies), copies].map((one) => one.report());
    const { database, clock, corpus } = this;
    const store = await IndexStore.openExisting(database, { identity: corpus.identity, clock, signal });
    if (store === undefined) return reports();

    const problems: ChunkProblem[] = [];
    for await (const files of this.readFiles(store, { signal })) {
      tallies.file.count(files.length);
      problems.push(...files.flatMap((file) => problemOfFile(file) ?? []));
      const { editor, provider, workers } = this;
      const check = { editor, provider, workers, chunkTally: tallies.chunk, vectorTally: tallies.vector, signal };
      problems.push(...(await compareChunks(files, check)));
    }
    const retired = await store.retiredCount({ signal });
    if (retired > 0) tallies.chunk.leave(outOfUse, retired);
    // The copies share the defects of the tables, and a removal from the tables makes them outdated.
    if (problems.length > 0) copies.leave(wrongTables);
    else await checkCopies(this.copiedIndex(store), { tally: copies, signal });
    if (repairs) await store.remove([], [...new Set(problems.map(({ filePath }) => filePath))], { signal });
    for (const { of, subject, problem } of problems) {
      tallies[of].findMendable({
        ...{ subject, problem },
        done: 'The file was removed from the index. Run "lexichord index" to add it again.',
        advice:
          'Run "lexichord doctor --deep --repair" to remove the file from the index, so that it is indexed again.',
      });
    }
    return reports();
  }

  private copiedIndex(store: IndexStore): CopiedIndex {
    const { database, corpus, extractor, folder } = this;
    return { store, database, corpus, extractor, folder };
  }

  /** The files that have a row or chunks in use, in batches. */
  private async *readFiles(
    store: IndexStore,
    { signal }: Pick<StateCheckOptions, 'signal'>,
  ): AsyncGenerator<readonly IndexedFileRows[]> {
    // A file's row is written after its chunks: each file found has them.
    const indexedFiles = await store.indexedFiles({ signal });
    const paths = [...new Set([...indexedFiles.keys(), ...(await store.chunksInUse({ signal })).keys()])];
    for (let start = 0; start < paths.length; start += filesAtOnce) {
      signal?.throwIfAborted();
      const some = paths.slice(start, start + filesAtOnce);
      const chunks = groupBy((await store.storedChunks(some, { signal })).rows, ({ filePath }) => filePath);
      yield some.map((filePath) => ({
        filePath,
        file: indexedFiles.get(filePath),
        chunks: chunks.get(filePath) ?? [],
      }));
    }
  }
}
