import type { CallOptions, ISemanticSearchService, WorkspaceChange } from '@lexichord/abstractions';

import { escapePattern } from './removed-names.js';
import { type UntouchedUse, touchedLines } from './untouched-uses.js';

/** Maximum number of renamed files whose imports are searched, of hits for each, and of lines that are shown. */
const maxFiles = 20;
const maxHits = 50;
const maxLines = 12;

/** File names that stand for their folder. */
const folderNames: ReadonlySet<string> = new Set(['index', 'mod', 'lib', 'main', '__init__']);

/** A line that names another file: an import, in the words of most languages. */
const importWords = /(?<![\w$])(?:import|from|require\w*|include\w*|use|using|load|export|source)(?![\w$])/u;

/** A line that imports a renamed file by its former name. */
export type MovedUse = Pick<UntouchedUse, 'path' | 'line' | 'name'> & { readonly note: string };

/**
 * Finds unchanged lines that import a file from where it no longer is. Only the name is compared, so that another file
 * of that name may be meant, which the note says. Files of languages whose imports name no file, such as Go, are left out.
 *
 * @throws {LexichordError} `no-index`; the signal's reason
 */
export async function usesOfMoved(
  change: WorkspaceChange,
  { search, signal }: CallOptions & { readonly search: ISemanticSearchService },
): Promise<readonly MovedUse[]> {
  const isTouched = touchedLines(change);
  const found: MovedUse[] = [];
  for (const { path, formerPath = path } of change.files.slice(0, maxFiles)) {
    const name = moduleName(formerPath);
    if (formerPath === path || name === '' || formerPath.endsWith('.go')) continue;
    const imports = importPattern(name, formerPath);
    const { hits } = await search.search(`import ${name}`, { topK: maxHits, prefer: 'code', signal });
    const lines = hits.flatMap(({ filePath, startLine, content }) =>
      content.split('\n').flatMap((line, index) => {
        const isImport = importWords.test(line) && imports.test(line);
        return isImport ? [{ path: filePath, line: startLine + index }] : [];
      }),
    );
    const untouched = lines.filter((one) => !isTouched(one.path, one.line));
    const note = `may import ${formerPath}, which is now ${path}`;
    found.push(...untouched.slice(0, maxLines).map((one) => ({ ...one, name, note })));
  }
  return found;
}

/** Name by which a file is imported; that of its folder for `index.ts` and the like. */
function moduleName(path: string): string {
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const stem = file.startsWith('.') ? '' : file.replace(/(?:\.d)?\.[^.]*$/u, '');
  return folderNames.has(stem) ? (segments.at(-2) ?? '') : stem;
}

/** Matches the module of an import: the end of a path in quotes; in Python and Rust a name among dots or colons. */
function importPattern(name: string, path: string): RegExp {
  const escaped = escapePattern(name);
  if (path.endsWith('.py')) {
    const module = String.raw`[\w.]{0,200}(?<!\w)${escaped}`;
    return new RegExp(
      String.raw`^\s*(?:from ${module} import|import (?:[\w., ]{0,200}[., ])?${escaped}(?!\w)|from \.+ import .*(?<!\w)${escaped}(?!\w))`,
      'u',
    );
  }
  if (path.endsWith('.rs')) return new RegExp(String.raw`\b(?:mod|use) [\w:]{0,200}(?<!\w)${escaped}(?!\w)`, 'u');
  return new RegExp(String.raw`["'\x60](?:[^"'\x60]{0,400}/)?${escaped}(?:\.\w{1,10})?["'\x60]`, 'u');
}
