import type { OutlineLine } from '../detail/less-detail.js';
import type { PackedFile, PackedParts, PackedRange, TextList } from './packed-file.js';

/** The text before and after the lines of a range. */
export interface RangeFrame {
  readonly before: string;
  readonly after: string;
}

/** Context of a range in the text. */
export interface RangeContext {
  readonly file: PackedFile;
  readonly range: PackedRange;
  /** The previous range of its file. */
  readonly previous: PackedRange | undefined;
  readonly isLastOfFile: boolean;
}

/** Position of a part of the text. */
export interface TextPosition {
  /** Whether it is the first part. */
  readonly isFirst: boolean;
}

/** A layout that contains the lines once and unchanged, so that their tokens need not be counted again. */
export interface FramedTemplate {
  readonly kind: 'framed';
  /** The text before the first range, and after the last. */
  readonly opening: string;
  readonly closing: string;
  frame(context: RangeContext, position: TextPosition): RangeFrame;
  /** The lines in this layout; unchanged for nearly every text. */
  body(content: string): string;
  /** The outline, after all files. @param outline not empty */
  outline(outline: readonly OutlineLine[], position: TextPosition): string;
  list(list: TextList, position: TextPosition): string;
}

/** A layout that may change the lines. */
export interface FreeTemplate {
  readonly kind: 'free';
  /** Whether its text contains the outline lines. */
  readonly showsOutline: boolean;
  render(parts: PackedParts): string;
}

/** Formats packed files (T-016 FR-016-139). */
export type Template = FramedTemplate | FreeTemplate;

/** Formats the packed parts; returns an empty text without any. */
export function renderParts(parts: PackedParts, template: Template): string {
  const { files, outline, before = [] } = parts;
  if (files.length === 0 && outline.length === 0 && before.length === 0) return '';
  return template.kind === 'free' ? template.render(parts) : renderFramed(parts, template);
}

function renderFramed({ files, outline, before = [], after = [] }: PackedParts, template: FramedTemplate): string {
  const texts: string[] = [];
  const position = (): TextPosition => ({ isFirst: texts.length === 0 });
  for (const list of before) texts.push(template.list(list, position()));
  for (const context of rangesIn(files)) {
    const { before: opening, after: closing } = template.frame(context, position());
    texts.push(opening + template.body(context.range.content) + closing);
  }
  if (outline.length > 0) texts.push(template.outline(outline, position()));
  for (const list of after) texts.push(template.list(list, position()));
  return [template.opening, ...texts, template.closing].join('');
}

/** Returns every range with its context, in order. */
export function rangesIn(files: readonly PackedFile[]): readonly RangeContext[] {
  const contexts: RangeContext[] = [];
  for (const file of files) {
    for (const [index, range] of file.ranges.entries()) {
      const isLastOfFile = index === file.ranges.length - 1;
      contexts.push({ file, range, previous: file.ranges[index - 1], isLastOfFile });
    }
  }
  return contexts;
}
