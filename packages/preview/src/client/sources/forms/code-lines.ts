/** A piece of code in one colour. */
export interface CodeRun {
  readonly text: string;
  /** Class names of the highlighter, which never come from the code. */
  readonly className?: string | undefined;
}

/** A line with its line end. */
export type CodeLine = readonly CodeRun[];

/** Part of an HTML tree as data (hast) that is read here. */
export interface CodeNode {
  readonly type: string;
  readonly value?: unknown;
  readonly children?: readonly CodeNode[] | undefined;
  readonly properties?: { readonly className?: unknown } | undefined;
}

/** The texts of a tree in order, each with the class names of its ancestors. */
export function codeRuns(root: CodeNode): readonly CodeRun[] {
  const runs: CodeRun[] = [];
  const collect = (node: CodeNode, className: string | undefined): void => {
    if (node.type === 'text' && typeof node.value === 'string') runs.push({ text: node.value, className });
    const own = classNameOf(node);
    const inner = own === undefined ? className : className === undefined ? own : `${className} ${own}`;
    for (const child of node.children ?? []) collect(child, inner);
  };
  collect(root, undefined);
  return runs;
}

function classNameOf({ properties }: CodeNode): string | undefined {
  const names = properties?.className;
  if (!Array.isArray(names) || names.length === 0) return undefined;
  return names.filter((name) => typeof name === 'string').join(' ');
}

/**
 * Splits runs into lines like editors: LF, CR LF and a lone CR end one. A text after the last line end is a line if it
 * is not empty.
 */
export function codeLines(runs: readonly CodeRun[]): readonly CodeLine[] {
  const lines: CodeLine[] = [];
  let line: CodeRun[] = [];
  let endsWithReturn = false;
  const finish = (): void => {
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (const { text, className } of runs) {
    for (const piece of text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/gu) ?? []) {
      // CR and LF can be in two runs.
      if (endsWithReturn && piece !== '\n') finish();
      line.push({ text: piece, className });
      endsWithReturn = piece.endsWith('\r');
      if (piece.endsWith('\n')) finish();
    }
  }
  finish();
  return lines;
}

/** Number of lines of a text by {@link codeLines}. */
export function countLines(text: string): number {
  const lineEnds = text.match(/\r\n|\n|\r/gu)?.length ?? 0;
  return text === '' || /[\r\n]$/u.test(text) ? lineEnds : lineEnds + 1;
}
