import type { ChangedFile } from '@lexichord/abstractions';

/** A line of a file before or after a change, as a unified difference has it. */
export interface MarkedLine {
  readonly mark: ' ' | '-' | '+';
  /** Without its line end. */
  readonly text: string;
  /** 1-based line before the change; absent for an added line. */
  readonly before?: number | undefined;
  /** 1-based line after the change; absent for a removed line. */
  readonly after?: number | undefined;
}

/** All lines of a file in order, the removed ones where they stood. */
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

/** Without line ends; none for an empty text. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : lines;
}

/**
 * The text as a model sees it: a carriage return that ends no line could hide what stands before it, and is no line end for
 * git while it is one for others.
 */
export function withVisibleReturns(text: string): string {
  return text.replaceAll(/\r(?!\n)/gu, '\u240d');
}
