import type { ChangedFile, MissingText, WorkspaceChange } from '@lexichord/abstractions';

import type { ChangedDefinition } from './changed-definitions.js';

/** Maximum number of definition names in the line of a file. */
const maxNames = 6;

const marks = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;

/** Reasons why a file has no lines in the pack. */
export const missingTexts: Readonly<Record<MissingText, string>> = {
  binary: 'binary',
  denied: 'denied',
  link: 'a link',
  submodule: 'a submodule',
  'too-large': 'too large to read',
  unreadable: 'unreadable',
};

/**
 * Lists the changed files with their changed definitions, one per line; denied files are counted, but not named. The
 * first line has the totals.
 */
export function changeSummary(
  { name, files }: WorkspaceChange,
  definitions: readonly ChangedDefinition[],
): readonly string[] {
  const shown = files.filter(({ missingText }) => missingText !== 'denied');
  const denied = files.length - shown.length;
  const [added, removed] = [sumOf(files, 'afterCount'), sumOf(files, 'beforeCount')];
  const head = `Change ${name}: ${countOf(files.length, 'file')}, ${countOf(added, 'line')} added, ${removed} removed`;
  return [
    head,
    ...shown.map((file) =>
      lineOf(
        file,
        definitions.filter(({ filePath }) => filePath === file.path),
      ),
    ),
    ...(denied === 0 ? [] : [`(${countOf(denied, 'file')} denied, not shown)`]),
  ];
}

function lineOf(file: ChangedFile, definitions: readonly ChangedDefinition[]): string {
  const { path, formerPath, status, hunks, missingText, isConflicted } = file;
  const moved = formerPath === undefined ? '' : ` (was ${formerPath})`;
  const counts = hunks.length === 0 ? '' : ` +${sumOf([file], 'afterCount')} -${sumOf([file], 'beforeCount')}`;
  const facts = [
    ...(missingText === undefined ? [] : [`${missingTexts[missingText]}, not shown`]),
    ...(isConflicted ? ['in conflict'] : []),
  ];
  const names = [...new Set(outermost(definitions).map((one) => nameOf(one, file)))];
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : [];
  const named = names.length === 0 ? '' : `: ${[...names.slice(0, maxNames), ...more].join(', ')}`;
  return `${marks[status]} ${path}${moved}${counts}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${named}`;
}

/** Removes definitions inside an added or removed definition. */
function outermost(definitions: readonly ChangedDefinition[]): readonly ChangedDefinition[] {
  const whole = new Set(
    definitions
      .filter(({ change }) => change !== 'modified')
      .map(({ name, enclosing, change }) => `${change} ${[...enclosing, name].join('.')}`),
  );
  return definitions.filter(({ enclosing, change }) => {
    const around = enclosing.map((_, index) => `${change} ${enclosing.slice(0, index + 1).join('.')}`);
    return !around.some((path) => whole.has(path));
  });
}

function nameOf({ name, enclosing, change, hasOtherSignature }: ChangedDefinition, { status }: ChangedFile): string {
  const full = [...enclosing.slice(-1), name].join('.');
  // In an added or deleted file, all definitions were added or removed.
  if (status === 'added' || status === 'deleted') return full;
  if (change !== 'modified') return `${full} (${change})`;
  return hasOtherSignature ? `${full} (signature)` : full;
}

function sumOf(files: readonly ChangedFile[], lines: 'afterCount' | 'beforeCount'): number {
  return files.reduce((sum, { hunks }) => hunks.reduce((own, hunk) => own + hunk[lines], sum), 0);
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Returns the first lines that fit, at least one, and the number of the others. @param fits whether a text fits */
export function fitLines(lines: readonly string[], fits: (text: string) => boolean): string {
  const cut = (count: number): string => {
    const more = lines.length - count;
    return [...lines.slice(0, count), ...(more === 0 ? [] : [`… and ${more} more`])].join('\n');
  };
  let [low, high] = [1, lines.length];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
