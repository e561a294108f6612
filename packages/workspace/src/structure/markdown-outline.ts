import type { ApproximationReason, DocumentBlock } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

import type { MarkdownNode, MarkdownTask, MarkdownTaskResult } from '../../worker/parse-markdown.mjs';
import { plainHeading, toOneLine } from '../../worker/plain-heading.mjs';
import { type BlockPiece, type MarkdownPiece, type RegionPiece, splitMarkdown } from './markdown-pieces.js';
import { approximateMarkdownOutline } from './outline-by-lines.js';
import type { Outline, OutlineHeading } from './outline.js';
import { affordableTasks } from './parser-effort.js';

/** Runs parser tasks; a result is `undefined` if the parser took too long, or ran out of memory. */
export type RunMarkdownTasks = (
  tasks: readonly MarkdownTask[],
  definedLabels: ReadonlySet<string>,
) => Promise<readonly (MarkdownTaskResult | undefined)[]>;

/** An outline, with the reason if a part of it is approximated by lines. */
export interface MarkdownOutline extends Outline {
  readonly approximationReason?: ApproximationReason | undefined;
}

const byteOrderMark = '\uFEFF';

/** Number of headings in a parser task. */
const headingsPerTask = 64;

/**
 * The outline of a Markdown document: CommonMark, GitHub's tables and footnotes, front matter.
 *
 * Headings are those of the top level. One inside a quote or a list item belongs to what is quoted or listed and
 * opens no section of the document.
 */
export async function outlineMarkdown(content: string, runTasks: RunMarkdownTasks): Promise<MarkdownOutline> {
  // A mark that an editor left in its buffer is not part of the first line.
  const shift = content.startsWith(byteOrderMark) ? 1 : 0;
  const body = content.slice(shift);
  const pieces = splitMarkdown(new LineIndex(body));

  const parsed = await parseParts(pieces, body, runTasks);

  const builder = new OutlineBuilder(content, shift, parsed.approximationReason);
  for (const piece of pieces) {
    if (piece.kind === 'region') builder.addRegion(piece, parsed.regions.get(piece.startOffset));
    else builder.addBlock(piece, parsed.headingTexts);
  }
  return builder;
}

/** Results of the parser. */
interface ParsedParts {
  /** By the region's offset. */
  readonly regions: ReadonlyMap<number, readonly MarkdownNode[]>;
  /** By the heading as it is written. */
  readonly headingTexts: ReadonlyMap<string, string>;
  readonly approximationReason: ApproximationReason | undefined;
}

async function parseParts(
  pieces: readonly MarkdownPiece[],
  body: string,
  runTasks: RunMarkdownTasks,
): Promise<ParsedParts> {
  const regions = pieces.filter((piece) => piece.kind === 'region');
  const headings = pieces.filter((piece) => piece.kind === 'block' && piece.level !== undefined);
  const lines = headings.map(({ startOffset, endOffset }) => body.slice(startOffset, endOffset));
  const batches = inBatches([...new Set(lines.filter((line) => plainHeading(line) === undefined))]);

  const tasks = [
    ...regions.map(({ startOffset, endOffset }) => ({
      kind: 'blocks' as const,
      text: body.slice(startOffset, endOffset),
    })),
    ...batches.map((batch) => ({ kind: 'headings' as const, lines: batch })),
  ];
  const { results, approximationReason } = await runAffordable(tasks, definedLabels(body), runTasks);
  const nodes = results.slice(0, regions.length) as (readonly MarkdownNode[] | undefined)[];
  const texts = results.slice(regions.length) as (readonly string[] | undefined)[];
  return {
    regions: new Map(regions.flatMap(({ startOffset }, index) => entryOf(startOffset, nodes[index]))),
    headingTexts: new Map(
      batches.flatMap((batch, index) => batch.flatMap((line, inBatch) => entryOf(line, texts[index]?.[inBatch]))),
    ),
    approximationReason,
  };
}

/** Runs the affordable tasks. Results are in the order of the tasks, with the reason for missing ones. */
async function runAffordable(
  tasks: readonly MarkdownTask[],
  labels: ReadonlySet<string>,
  runTasks: RunMarkdownTasks,
): Promise<{
  readonly results: readonly (MarkdownTaskResult | undefined)[];
  readonly approximationReason: ApproximationReason | undefined;
}> {
  const isAffordable = affordableTasks(tasks);
  const affordable = tasks.filter((_, index) => isAffordable[index]);
  const found = await runTasks(affordable, labels);
  const resultOf = new Map(affordable.map((task, index) => [task, found[index]]));
  const isUnfinished = affordable.some((task) => resultOf.get(task) === undefined);
  const isHard = affordable.length < tasks.length;
  return {
    results: tasks.map((task) => resultOf.get(task)),
    approximationReason: isUnfinished ? 'time-limit' : isHard ? 'hard-text' : undefined,
  };
}

function entryOf<Key, Value>(key: Key, value: Value | undefined): (readonly [Key, Value])[] {
  return value === undefined ? [] : [[key, value]];
}

function inBatches(lines: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(lines.length / headingsPerTask) }, (_, index) =>
    lines.slice(index * headingsPerTask, (index + 1) * headingsPerTask),
  );
}

/**
 * Labels that decide whether `[1.2.0]` in a heading is a link. A line that looks like a definition counts as one, also
 * inside a fence: at worst a heading loses its brackets.
 */
function definedLabels(body: string): ReadonlySet<string> {
  const definitions = body.matchAll(/^ {0,3}\[([^[\]\r\n]{1,200})\]:[ \t]*\S/gmu);
  return new Set([...definitions].map((match) => (match[1] ?? '').toLowerCase()));
}

class OutlineBuilder implements MarkdownOutline {
  readonly headings: OutlineHeading[] = [];
  readonly blocks: DocumentBlock[] = [];

  constructor(
    private readonly content: string,
    /** From offsets of the text without its mark to those of the content. */
    private readonly shift: number,
    readonly approximationReason: ApproximationReason | undefined,
  ) {}

  addBlock(piece: BlockPiece, headingTexts: ReadonlyMap<string, string>): void {
    const { level, startOffset, endOffset } = piece;
    this.push(piece.block, piece);
    if (level === undefined) return;

    const line = this.content.slice(startOffset + this.shift, endOffset + this.shift);
    const text = plainHeading(line) ?? headingTexts.get(line);
    this.pushHeading({ level, text: text ?? toOneLine(line.replace(/^#+/u, '')), startOffset, endOffset });
  }

  addRegion(region: RegionPiece, nodes: readonly MarkdownNode[] | undefined): void {
    if (nodes === undefined) {
      this.addByLines(region);
      return;
    }
    for (const { type, level, text = '', ...offsets } of nodes) {
      const bounds = moved(offsets, region.startOffset);
      this.push(kinds[type] ?? 'other', bounds);
      if (level !== undefined) this.pushHeading({ level, text, ...bounds });
    }
  }

  private addByLines({ startOffset, endOffset }: OffsetBounds): void {
    const text = this.content.slice(startOffset + this.shift, endOffset + this.shift);
    const { headings, blocks } = approximateMarkdownOutline(text);
    for (const heading of headings) this.pushHeading(moved(heading, startOffset));
    for (const block of blocks) this.push(block.kind, moved(block, startOffset));
  }

  private push(kind: DocumentBlock['kind'], bounds: OffsetBounds): void {
    const { startOffset, endOffset } = this.final(bounds);
    this.blocks.push(Object.freeze({ kind, startOffset, endOffset }));
  }

  private pushHeading(heading: OutlineHeading): void {
    this.headings.push(this.final(heading));
  }

  /** White space at the end is between blocks, also where the parser counts it to an open fence inside a list. */
  private final<Bounds extends OffsetBounds>(bounds: Bounds): Bounds {
    const { startOffset, endOffset } = moved(bounds, this.shift);
    let end = endOffset;
    while (end > startOffset && ' \t\r\n'.includes(this.content.charAt(end - 1))) end -= 1;
    return { ...bounds, startOffset, endOffset: end };
  }
}

interface OffsetBounds {
  readonly startOffset: number;
  readonly endOffset: number;
}

function moved<Bounds extends OffsetBounds>(bounds: Bounds, by: number): Bounds {
  return { ...bounds, startOffset: bounds.startOffset + by, endOffset: bounds.endOffset + by };
}

/** Blocks by their type in mdast. */
const kinds: Readonly<Record<string, DocumentBlock['kind']>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  code: 'code',
  list: 'list',
  table: 'table',
  blockquote: 'quote',
  html: 'html',
};
