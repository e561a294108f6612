import type { CallOptions, ISemanticSearchService, WorkspaceChange } from '@lexichord/abstractions';

import { type UntouchedUse, touchedLines } from './untouched-uses.js';

/** Maximum number of renamed files whose imports are searched, of hits for each, and of lines that are shown. */
const maxFiles = 20;
const maxHits = 50;
const maxLines = 12;

/** File names that stand for their folder. */
const folderNames: ReadonlySet<string> = new Set(['index', 'mod', 'lib', 'main', '__init__']);

/** A line that names another file: an import, in the words of most languages. */
const importWords = /(?<![\w$])(?:import|from|require|include|use|using|mod|load|export)(?![\w$])/u;

/** A line that imports a renamed file by its former name. */
export type MovedUse = Pick<UntouchedUse, 'path' | 'line' | 'name'> & { readonly note: string };

/**
 * Finds unchanged lines that import a file by the name that it no longer has. The name is compared, not the whole path:
 * another file of that name may be meant, which the note leaves open.
 *
 * @throws {LexichordError} `no-index`; the signal's reason
 */
export async function usesOfMoved(
  change: WorkspaceChange,
  { search, signal }: CallOptions & { readonly search: ISemanticSearchService },
): Promise<readonly MovedUse[]> {
  const isTouched = touchedLines(change);
  const found: MovedUse[] = [];
  for (const { path, formerPath } of change.files.slice(0, maxFiles)) {
    const name = formerPath === undefined ? undefined : moduleName(formerPath);
    if (name === undefined || formerPath === undefined || name === moduleName(path)) continue;
    const { hits } = await search.search(`import ${name}`, { topK: maxHits, prefer: 'code', signal });
    const imports = hits.flatMap(({ filePath, startLine, content }) =>
      importsOf(name, content).map((index) => ({ path: filePath, line: startLine + index })),
    );
    const untouched = imports.filter((one) => !isTouched(one.path, one.line));
    const note = `imports ${name}; ${formerPath} is now ${path}`;
    found.push(...untouched.slice(0, maxLines).map((one) => ({ ...one, name, note })));
  }
  return found;
}

/** Name by which a file is imported; that of its folder for `index.ts` and the like. */
function moduleName(path: string): string {
  const segments = path.split('/');
  const [stem = ''] = (segments.at(-1) ?? '').split('.');
  return folderNames.has(stem) ? (segments.at(-2) ?? stem) : stem;
}

/** Indexes of the lines that import a module of the name. */
function importsOf(name: string, content: string): readonly number[] {
  const lines = content.split('\n');
  return [...lines.keys()].filter((index) => {
    const line = lines[index] ?? '';
    return importWords.test(line) && hasWord(line, name);
  });
}

function hasWord(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!/[\w$-]/u.test(line[at - 1] ?? '') && !/[\w$-]/u.test(line[at + word.length] ?? '')) return true;
  }
  return false;
}
