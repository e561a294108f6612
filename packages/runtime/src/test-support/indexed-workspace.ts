import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  IEmbeddingProvider,
  IIndexService,
  type ILexichordRuntime,
  ISemanticSearchService,
  type IndexOptions,
  type IndexReport,
  type SearchHit,
} from '@lexichord/abstractions';
import { developmentLicense } from '@lexichord/license';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { createRuntime } from '../create-runtime.js';
import type { RuntimeOptions } from '../runtime-options.js';
import { LetterEmbeddings } from './letter-embeddings.js';

/** A word that every generated file has, so that a search for it finds the whole index. */
export const commonWord = 'quagga';

/** Text of a file by its path. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Workspaces in folders of their own, with real services; only the embeddings are small. */
export class IndexedWorkspaces {
  private readonly folders: string[] = [];
  private readonly runtimes: ILexichordRuntime[] = [];

  /** @returns the folder's real path */
  async folder(files: Files = {}): Promise<string> {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-index-')));
    this.folders.push(root);
    await writeFiles(root, files);
    return root;
  }

  /** The same files with the same times, and the index with them. */
  async copyOf(root: string): Promise<string> {
    const copy = await this.folder();
    await cp(root, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return copy;
  }

  async open(workspaceRoot: string, options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    const runtime = await createRuntime({
      workspaceRoot,
      license: developmentLicense,
      cacheFolder: `${workspaceRoot}-cache`,
      logger: new RecordingLogger(),
      clock: new PatientClock(),
      ...options,
      register: (container) => {
        container.register(IEmbeddingProvider, { useValue: new LetterEmbeddings() });
        options.register?.(container);
      },
    });
    this.folders.push(`${workspaceRoot}-cache`);
    this.runtimes.push(runtime);
    return runtime;
  }

  /** Opens the workspace as a new process would, indexes it and closes it. */
  async index(
    workspaceRoot: string,
    indexOptions: IndexOptions = {},
    options: Partial<RuntimeOptions> = {},
  ): Promise<IndexReport> {
    const runtime = await this.open(workspaceRoot, options);
    try {
      return await runtime.resolve(IIndexService).update(indexOptions);
    } finally {
      await runtime.dispose();
    }
  }

  /** Everything that a search can find in the index, with text and scores, as a new process would find it. */
  async contents(workspaceRoot: string, query = commonWord): Promise<readonly SearchHit[]> {
    const runtime = await this.open(workspaceRoot);
    try {
      const { hits, warnings = [] } = await runtime.resolve(ISemanticSearchService).search(query, { topK: 10_000 });
      expect(warnings).toEqual([]);
      return hits;
    } finally {
      await runtime.dispose();
    }
  }

  /** Contents of an undisturbed index of the same files. */
  async undisturbed(workspaceRoot: string): Promise<readonly SearchHit[]> {
    const fresh = await this.copyOf(workspaceRoot);
    await rm(join(fresh, '.lexichord'), { recursive: true, force: true });
    await this.index(fresh);
    return this.contents(fresh);
  }

  async dispose(): Promise<void> {
    for (const runtime of this.runtimes.splice(0)) await runtime.dispose();
    for (const folder of this.folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Small files of several languages in several folders; the salt makes their texts differ. */
export function generatedFiles(count: number, salt = 'first'): Files {
  const entries = Array.from({ length: count }, (_, number): [string, string] => {
    const name = `${salt}${number}`;
    const folder = `part${number % 7}`;
    if (number % 3 === 0)
      return [`${folder}/note${number}.md`, `# ${name}\n\nA ${commonWord} of ${name} is striped.\n`];
    if (number % 3 === 1) return [`${folder}/tool${number}.py`, `def ${name}():\n    return "${commonWord} ${name}"\n`];
    return [
      `${folder}/unit${number}.ts`,
      `export function ${name}(): string {\n  return '${commonWord} ${name}';\n}\n`,
    ];
  });
  return Object.fromEntries(entries);
}
