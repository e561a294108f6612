/** A file that a text names, perhaps with lines. */
export interface FileReference {
  /** As written, but with forward slashes and without what leads up: a whole path or the end of one. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based, inclusive; only where several lines are named. */
  readonly endLine?: number | undefined;
  /** What is meant if no file has the path: the folder of a class may have another name than its package. */
  readonly otherwise?: string | undefined;
}

/** Whether a name means a file: a trace often has a longer path than the workspace, or only the end of one. */
export function isSameFile(filePath: string, named: string): boolean {
  return filePath === named || filePath.endsWith(`/${named}`) || named.endsWith(`/${filePath}`);
}

/** Forward slashes, and no `.` or leading `..` in it. */
export function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '.')
    .join('/')
    .replace(/^(?:\.\.\/)+/u, '');
}

/** Lines of a reference. */
export interface NamedRange {
  /** 1-based. */
  readonly line: number;
  /** Inclusive; absent for a single line. */
  readonly endLine?: number | undefined;
}

/** @param endLine at most `line`: no range */
export function rangeOf(line: number, endLine: number): NamedRange {
  return endLine > line ? { line, endLine } : { line };
}

/** The lines in a list such as `12-15, 20` or `12-15 and 20`. */
export function rangesIn(list: string): readonly NamedRange[] {
  return [...list.matchAll(/(?<![\d>])(\d{1,7})(?:-(\d{1,7}))?(?!\d)/gu)].map(([, line, endLine]) =>
    rangeOf(Number(line), Number(endLine ?? 0)),
  );
}
