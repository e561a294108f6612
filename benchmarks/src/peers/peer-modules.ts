import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of MiniSearch. */
export interface MiniSearchModule {
  readonly default: new (options: { readonly fields: readonly string[] }) => {
    addAll(documents: readonly object[]): void;
    search(query: string): readonly { readonly id: number }[];
  };
}

/** What is used of Orama. */
export interface OramaModule {
  create(options: { readonly schema: Readonly<Record<string, string>> }): object;
  insertMultiple(database: object, documents: readonly object[]): Promise<unknown>;
  search(
    database: object,
    query: { readonly term: string; readonly limit: number },
  ): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
}

/** What is used of LangChain's splitters. */
export interface SplittersModule {
  readonly SupportedTextSplitterLanguages: readonly string[];
  readonly RecursiveCharacterTextSplitter: Splitter & {
    fromLanguage(language: string, options: SplitterOptions): SplitterInstance;
  };
}
type Splitter = new (options: SplitterOptions) => SplitterInstance;
interface SplitterOptions {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}
interface SplitterInstance {
  createDocuments(texts: readonly string[]): Promise<readonly SplitDocument[]>;
}
interface SplitDocument {
  readonly pageContent: string;
  readonly metadata: { readonly loc: { readonly lines: { readonly from: number; readonly to: number } } };
}

/** The peers, from a folder with their packages, which is not ours: nobody who builds Lexichord needs them. */
export async function loadPeers(folder: string) {
  const load = async (name: string): Promise<unknown> => {
    const require = createRequire(join(folder, 'package.json'));
    return import(pathToFileURL(require.resolve(name)).href);
  };
  const version = async (name: string): Promise<string> => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as object;
    return `${name} ${(manifest as { readonly version: string }).version}`;
  };
  const names = ['minisearch', '@orama/orama', '@langchain/textsplitters'] as const;
  return {
    miniSearch: (await load(names[0])) as MiniSearchModule,
    orama: (await load(names[1])) as OramaModule,
    splitters: (await load(names[2])) as SplittersModule,
    versions: await Promise.all(names.map(version)),
  };
}
export type Peers = Awaited<ReturnType<typeof loadPeers>>;
