import { IIndexService, type ILexichordRuntime } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

/** The folder that is indexed, and the one for caches. */
export interface IndexedFolder {
  readonly folder: string;
  readonly cacheFolder: string;
}

/** Brings the index of a folder up to date, and asks a runtime over it, which is ended after that. */
export async function withIndexedRuntime<T>(
  { folder, cacheFolder }: IndexedFolder,
  ask: (runtime: ILexichordRuntime) => Promise<T>,
): Promise<T> {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    configuration: { logging: { level: 'silent' } },
  });
  try {
    await runtime.resolve(IIndexService).update();
    return await ask(runtime);
  } finally {
    await runtime.dispose();
  }
}
