import type { LocatedData } from './parse-located.mjs';

/** A mistake in an API description, by the schema of its version. */
export interface SchemaMistake {
  /** Keys and indexes from the root. */
  readonly path: readonly string[];
  readonly message: string;
}

/** A block of a document, in its order. Lines are 1-based. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: MarkdownText; readonly lines: MarkdownLines }
  | { readonly kind: 'paragraph'; readonly text: MarkdownText; readonly lines: MarkdownLines }
  | { readonly kind: 'list'; readonly items: readonly MarkdownItem[]; readonly lines: MarkdownLines }
  | { readonly kind: 'table'; readonly rows: readonly MarkdownRow[]; readonly lines: MarkdownLines };

/** First and last line. */
export type MarkdownLines = readonly [number, number];

/** Text without markup. */
export interface MarkdownText {
  readonly text: string;
  /** Strong text at its start. */
  readonly lead?: string | undefined;
  /** Targets of its links, as written. */
  readonly links: readonly string[];
}

/** An item of a list, without nested items. */
export interface MarkdownItem {
  readonly text: MarkdownText;
  readonly lines: MarkdownLines;
}

/** A row of a table; the first one is its head. */
export interface MarkdownRow {
  readonly cells: readonly MarkdownText[];
  readonly lines: MarkdownLines;
}

/** A task that may take long. */
export interface ReadingTask {
  /** `check` checks the data that was parsed last against the schema of its version of OpenAPI; its text is empty. */
  readonly kind: 'located' | 'check' | 'markdown';
  readonly text: string;
}

/** Results by kind of task. */
export interface ReadingResults {
  readonly located: LocatedData;
  readonly check: readonly SchemaMistake[];
  readonly markdown: readonly MarkdownBlock[];
}

/** @throws the errors of the parsers, such as a `RangeError` when the nesting is too deep for the stack */
export function runReadingTask<Kind extends ReadingTask['kind']>(
  task: ReadingTask & { readonly kind: Kind },
): Promise<ReadingResults[Kind]>;
