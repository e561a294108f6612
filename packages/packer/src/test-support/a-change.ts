import type { ChangeHunk, ChangedFile, WorkspaceChange } from '@lexichord/abstractions';

type Lines = readonly string[];

const languages: Readonly<Record<string, string>> = { ts: 'typescript', py: 'python', md: 'markdown' };

/** A change from lines to lines, by path: without lines before it is a new file, without lines after it is deleted. */
export function changeOf(files: Readonly<Record<string, readonly [Lines, Lines]>>): WorkspaceChange {
  const changed = Object.entries(files)
    .map(([path, [before, after]]) => fileOf(path, before, after))
    .filter(({ hunks }) => hunks.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { name: 'main...HEAD', isWorkTree: true, files: changed, warnings: [] };
}

function fileOf(path: string, before: Lines, after: Lines): ChangedFile {
  const status = before.length === 0 ? 'added' : after.length === 0 ? 'deleted' : 'modified';
  const text = (lines: Lines): string => lines.map((line) => `${line}\n`).join('');
  return {
    ...{ path, status, language: languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'plaintext' },
    ...{ isConflicted: false, before: text(before), after: text(after), hunks: hunksOf(before, after) },
  };
}

/** One hunk from the first line that differs to the last. */
function hunksOf(before: Lines, after: Lines): readonly ChangeHunk[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const maxLines = Math.min(before.length, after.length) - start;
  while (end < maxLines && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [beforeCount, afterCount] = [before.length - end - start, after.length - end - start];
  if (beforeCount === 0 && afterCount === 0) return [];
  return [{ beforeStart: start + 1, beforeCount, afterStart: start + 1, afterCount }];
}
