import { IIndexService, type ILexichordRuntime, type IndexReport } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from '@lexichord/search';

/** The folder that is indexed, and the one for caches. */
export interface IndexedFolder {
  readonly folder: string;
  readonly cacheFolder: string;
  /** Settings of the search. Absent: the usual ones. */
  readonly search?: SearchOptionsInput | undefined;
}

/**
 * Brings the index of a folder up to date, and asks a runtime over it, which is ended after that; `report` says what the
 * update did.
 */
export async function withIndexedRuntime<T>(
  { folder, cacheFolder, search }: IndexedFolder,
  ask: (runtime: ILexichordRuntime, report: IndexReport) => Promise<T>,
): Promise<T> {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    configuration: { logging: { level: 'silent' } },
    register: (container) => {
      if (search === undefined) return;
      container.register(SearchOptions, { useValue: searchOptionsSchema.parse(search) });
    },
  });
  try {
    const report = await runtime.resolve(IIndexService).update();
    return await ask(runtime, report);
  } finally {
    await runtime.dispose();
  }
}
