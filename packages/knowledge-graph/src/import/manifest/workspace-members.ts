import { type KnowledgeFile, isLexichordError } from '@lexichord/abstractions';
import { pathGlob } from '@lexichord/platform/internal';

import type { ReadingContext } from '../document-reading.js';
import type { FactCollector, Lines } from '../fact-collector.js';
import { folderOf } from './packages.js';

/** A manifest that another one lists as a part of its workspace. */
export interface Member {
  /** Text of the manifest; for an entry of the list: its pattern. */
  readonly text: string;
  /** Lines of the entry that lists it. */
  readonly lines: Lines;
}

/**
 * Finds the manifests that match entries such as `packages/*`: among the files of the import, and for an entry without
 * a pattern also at its path relative to the manifest that lists it. In the order of the entries, then of the files.
 * Invalid patterns are reported.
 */
export async function workspaceMembers(
  patterns: readonly Member[],
  {
    collector,
    file,
    context,
    manifest,
  }: {
    readonly collector: FactCollector;
    readonly file: KnowledgeFile;
    readonly context: ReadingContext;
    readonly manifest: string;
  },
): Promise<readonly Member[]> {
  const excluded = patterns.flatMap(({ text, lines }) =>
    text.startsWith('!') ? [folderPattern(plain(text.slice(1)), lines, collector)] : [],
  );
  const members = new Map<string, Member>();
  for (const { text, lines } of patterns.filter((pattern) => !pattern.text.startsWith('!'))) {
    const pattern = plain(text);
    const isMember = folderPattern(pattern, lines, collector);
    for (const other of context.files) {
      const folder = other === file ? undefined : folderWithin(other.documentPath, { file, manifest });
      if (folder === undefined || !isMember(folder) || excluded.some((isExcluded) => isExcluded(folder))) continue;
      if (!members.has(folder)) members.set(folder, { text: other.text, lines });
    }
    if (members.has(pattern) || /[*?[\]{}()!]/u.test(pattern) || pattern.split('/').includes('..')) continue;
    const beside = await file.readBeside?.(`${pattern}/${manifest}`);
    if (beside !== undefined) members.set(pattern, { text: beside, lines });
  }
  return [...members.values()];
}

/** Compiles a pattern. A wildcard does not match the leading dot of a hidden folder. */
function folderPattern(pattern: string, { startLine }: Lines, collector: FactCollector): (folder: string) => boolean {
  try {
    const matches = pathGlob(pattern);
    return (folder) => (isHidden(pattern) || !isHidden(folder)) && matches(folder);
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    collector.addProblem(startLine, error.message);
    return () => false;
  }
}

function isHidden(path: string): boolean {
  return /(?:^|\/)\./u.test(path);
}

function plain(pattern: string): string {
  return pattern.replace(/^\.\//u, '').replace(/(?<!\/)\/+$/u, '');
}

/** The folder of a manifest, relative to that of another; `undefined` for other files, and outside that folder. */
function folderWithin(
  documentPath: string,
  { file, manifest }: { readonly file: KnowledgeFile; readonly manifest: string },
): string | undefined {
  if (!documentPath.endsWith(`/${manifest}`)) return undefined;
  const [root, folder] = [folderOf(file.documentPath), folderOf(documentPath)];
  if (root === '.') return folder;
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : undefined;
}
