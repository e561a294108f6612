import type { ChangedFile } from '@lexichord/abstractions';

/** A line of a unified difference. */
export interface MarkedLine {
  readonly mark: ' ' | '-' | '+';
  /** Without its line end. */
  readonly text: string;
  /** 1-based line before the change; absent for an added line. */
  readonly before?: number | undefined;
  /** 1-based line after the change; absent for a removed line. */
  readonly after?: number | undefined;
}

/** Returns all lines of a file in order, removed ones at their old position. */
export function markedLines({ before, after, hunks }: ChangedFile): readonly MarkedLine[] {
  const [former, present] = [linesOf(before), linesOf(after)];
  const marked: MarkedLine[] = [];
  let [atBefore, atAfter] = [1, 1];
  const keepUntil = (end: number): void => {
    for (; atAfter < end; atBefore += 1, atAfter += 1) {
      marked.push({ mark: ' ', text: present[atAfter - 1] ?? '', before: atBefore, after: atAfter });
    }
  };
  for (const { afterStart, beforeCount, afterCount } of hunks) {
    keepUntil(afterStart);
    for (const end = atBefore + beforeCount; atBefore < end; atBefore += 1) {
      marked.push({ mark: '-', text: former[atBefore - 1] ?? '', before: atBefore });
    }
    for (const end = atAfter + afterCount; atAfter < end; atAfter += 1) {
      marked.push({ mark: '+', text: present[atAfter - 1] ?? '', after: atAfter });
    }
  }
  keepUntil(present.length + 1);
  return marked;
}

/** Splits a text into lines without line ends; none for an empty text. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : lines;
}

/**
 * Makes carriage returns visible that are not part of CR LF: they could hide the text before them, and are line ends
 * for some readers, but not for git.
 */
export function withVisibleReturns(text: string): string {
  return text.replaceAll(/\r(?!\n)/gu, '\u240d');
}
