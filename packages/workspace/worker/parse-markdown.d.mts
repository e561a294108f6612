/** A task: parse the blocks of a region, or the plain texts of headings, each one line with `#`. */
export type MarkdownTask =
  { readonly kind: 'blocks'; readonly text: string } | { readonly kind: 'headings'; readonly lines: readonly string[] };

/** A top-level node. */
export interface MarkdownNode {
  /** Type in mdast, such as `paragraph` or `thematicBreak`. */
  readonly type: string;
  /** In UTF-16 units of the region. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
  /** Level of a heading, 1 to 6. */
  readonly level?: number;
  /** Text of a heading, without markup. */
  readonly text?: string;
}

/** Nodes for `blocks`; a text for each line of `headings`. */
export type MarkdownTaskResult = readonly MarkdownNode[] | readonly string[];

/**
 * @param definedLabels link labels that the document defines, in lower case
 * @throws the errors of the parser, such as a `RangeError` when the nesting is too deep for the stack
 */
export function runMarkdownTask(task: MarkdownTask, definedLabels: ReadonlySet<string>): Promise<MarkdownTaskResult>;
