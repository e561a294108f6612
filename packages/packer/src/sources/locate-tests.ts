import {
  type CallOptions,
  type Chunk,
  type DocumentSnapshot,
  type IChunker,
  type IEditorService,
  type ISemanticSearchService,
  type SearchHit,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import { type FileReference } from '@lexichord/text-index/internal';

import type { FailingTest } from './failing-tests.js';
import { type LookUpContext, lookUpNames } from './named-files.js';

/** Services for finding the lines of tests. */
export interface LocateContext extends Pick<LookUpContext, 'guard' | 'listing'>, CallOptions {
  readonly editor: IEditorService;
  readonly chunker: IChunker;
  /** Absent: only tests with a path are found. */
  readonly search?: ISemanticSearchService | undefined;
}

/** Maximum number of tests without a path that are searched for: each needs a search. */
const maxSearches = 10;

/** Maximum number of hits in which the definition of a test is looked for. */
const maxHits = 30;

/** Maximum number of files in which a test is looked for. */
const maxFilesOfTest = 3;

/**
 * Finds the lines of tests: the definition of the name in its file, or the line with its title. A test without a path is
 * searched for by its name and those around it: the symbol graph would tell, too, but loading it takes a new process
 * longer than a pack may, in a large repository. Tests that are not found are left out.
 *
 * @throws the signal's reason
 */
export async function locateTests(
  tests: readonly FailingTest[],
  context: LocateContext,
): Promise<readonly FileReference[]> {
  const located: FileReference[] = [];
  const searched = new Set(tests.filter(({ path }) => path === undefined).slice(0, maxSearches));
  for (const test of tests) {
    const { path, names } = test;
    if (path === undefined && !searched.has(test)) continue;
    const files = path === undefined ? await filesDefining(names, context) : await filesNamed(path, context);
    for (const file of files) {
      const line = await lineOfTest(file, names, context);
      if (line === undefined) continue;
      located.push({ path: file, line });
      break;
    }
  }
  return located;
}

async function filesNamed(path: string, { guard, listing, editor, signal }: LocateContext): Promise<readonly string[]> {
  const places = await lookUpNames([{ path }], { guard, listing, editor, maxPlaces: maxFilesOfTest, signal });
  return places.map((place) => place.path);
}

/** Files with a definition of the test's name. If the report names what is around it, only those that match best. */
async function filesDefining(names: readonly string[], context: LocateContext): Promise<readonly string[]> {
  const owners = new Set(names.slice(0, -1));
  const hits = await hitsFor(names, context);
  const defining = hits.filter(({ definitions = [] }) => definitions.some(({ name }) => name === names.at(-1)));
  const matching = defining.map(({ filePath, enclosing = [], definitions = [] }) => {
    const around = [...enclosing.map(nameOfLabel), ...definitions.map(({ name }) => name), ...filePath.split(/[/.]/u)];
    return { filePath, matches: new Set(around.filter((name) => owners.has(name))).size };
  });
  const maxMatches = Math.max(...matching.map(({ matches }) => matches));
  if (owners.size > 0 && maxMatches < 1) return [];
  const best = matching.filter(({ matches }) => matches === maxMatches).map(({ filePath }) => filePath);
  const files = [...new Set(best)];
  return files.length <= maxFilesOfTest ? files : [];
}

async function hitsFor(names: readonly string[], { search, signal }: LocateContext): Promise<readonly SearchHit[]> {
  try {
    return (await search?.search(names.join(' '), { topK: maxHits, signal }))?.hits ?? [];
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    // The search of the task says why there is no index.
    return [];
  }
}

/** The name in a label such as `class CartTest`. */
function nameOfLabel(label: string): string {
  return label.slice(label.lastIndexOf(' ') + 1);
}

async function lineOfTest(
  path: string,
  names: readonly string[],
  { editor, chunker, signal }: LocateContext,
): Promise<number | undefined> {
  try {
    const document = await editor.getDocument(path, { signal });
    const { content, language } = document;
    const { chunks } = await chunker.chunk({ filePath: document.path, content, language }, { signal });
    return lineOfDefinition(chunks, names) ?? lineOfTitle(document, names);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return undefined;
  }
}

/** Line of the definition of the last name that has the most of the other names around it. */
function lineOfDefinition(chunks: readonly Chunk[], names: readonly string[]): number | undefined {
  const owners = new Set(names.slice(0, -1));
  let best: { readonly line: number; readonly matches: number } | undefined;
  for (const { definitions, enclosing } of chunks) {
    const around = new Set(enclosing.map(nameOfLabel));
    const matches = [...around].filter((name) => owners.has(name)).length;
    for (const { name, line } of definitions) {
      if (name === names.at(-1) && (best === undefined || matches > best.matches)) best = { line, matches };
    }
  }
  return best?.line;
}

/** Line of the last title, in quotes, behind the titles around it. */
function lineOfTitle({ content }: DocumentSnapshot, titles: readonly string[]): number | undefined {
  let at = -1;
  for (const title of titles) {
    const found = quotedFrom(content, title, at + 1);
    if (found === undefined && title === titles.at(-1)) return undefined;
    at = found ?? at;
  }
  return at < 0 ? undefined : new LineIndex(content).lineAt(at) + 1;
}

function quotedFrom(content: string, title: string, from: number): number | undefined {
  for (let at = content.indexOf(title, from); at >= 0; at = content.indexOf(title, at + 1)) {
    const [before = '', after = ''] = [content[at - 1], content[at + title.length]];
    if (/["'`]/u.test(before) && before === after) return at;
  }
  return undefined;
}
