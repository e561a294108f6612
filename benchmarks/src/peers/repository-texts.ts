import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ILexichordRuntime, ITokenCounter, IWorkspaceListing } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

/** A text file of a repository. */
export interface RepositoryText {
  /** Relative to the repository, forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Files above it are not code that anybody wrote. */
const maxBytes = 1_000_000;

/** The files that Lexichord would index, in the order of their paths, and what counts tokens. */
export async function readRepository(folder: string, cacheFolder: string) {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    configuration: { logging: { level: 'silent' } },
  });
  try {
    const texts = await readTexts(runtime, folder);
    const counter = runtime.resolve(ITokenCounter);
    return { texts, countTokens: (text: string) => counter.countTokens(text) };
  } finally {
    await runtime.dispose();
  }
}

/** The text files of a runtime's workspace, which is the folder, in the order of their paths. */
export async function readTexts(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  folder: string,
): Promise<readonly RepositoryText[]> {
  const texts: RepositoryText[] = [];
  for await (const { relativePath: path, sizeBytes } of runtime.resolve(IWorkspaceListing).list()) {
    const text = sizeBytes > maxBytes ? '' : await readFile(join(folder, path), 'utf8');
    if (text.trim() !== '' && !text.includes('\0')) texts.push({ path, text });
  }
  return texts;
}
