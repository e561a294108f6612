import type { OutlineLine, PackedFile, PackedParts, PackedRange, TextList } from './packed-file.js';

/** The text before and after the lines of a range. */
export interface RangeFrame {
  readonly before: string;
  readonly after: string;
}

/** Context of a range in the text. */
export interface RangeContext {
  readonly file: PackedFile;
  readonly range: PackedRange;
  /** The range before it in its file. */
  readonly previous: PackedRange | undefined;
  /** Whether the file is the first of the text. */
  readonly isFirstFile: boolean;
  readonly isLastOfFile: boolean;
}

/** A layout that has the lines once and unchanged, so that their tokens need not be counted again. */
export interface FramedTemplate {
  readonly kind: 'framed';
  /** The text before the first range, and behind the last. */
  readonly opening: string;
  readonly closing: string;
  frame(context: RangeContext): RangeFrame;
  /** The lines in this layout. Unchanged for nearly every text. */
  body(content: string): string;
  /** The outline, behind all files. @param outline not empty */
  outline(outline: readonly OutlineLine[], context: Pick<RangeContext, 'isFirstFile'>): string;
  list(list: TextList, context: Pick<RangeContext, 'isFirstFile'>): string;
}

/** A layout that may do anything with the lines. */
export interface FreeTemplate {
  readonly kind: 'free';
  /** Whether the lines of an outline are in its text. */
  readonly showsOutline: boolean;
  render(parts: PackedParts): string;
}

/** How packed files become text (T-016 FR-016-139). */
export type Template = FramedTemplate | FreeTemplate;

/** The text of the packed files; empty without any. */
export function renderParts(parts: PackedParts, template: Template): string {
  const { files, outline, before = [] } = parts;
  if (files.length === 0 && outline.length === 0 && before.length === 0) return '';
  return template.kind === 'free' ? template.render(parts) : renderFramed(parts, template);
}

function renderFramed({ files, outline, before = [], after = [] }: PackedParts, template: FramedTemplate): string {
  const texts: string[] = [];
  const isFirstFile = (): boolean => texts.length === 0;
  for (const list of before) texts.push(template.list(list, { isFirstFile: isFirstFile() }));
  for (const context of rangesIn(files)) {
    const { before: opening, after: closing } = template.frame({ ...context, isFirstFile: isFirstFile() });
    texts.push(opening + template.body(context.range.content) + closing);
  }
  if (outline.length > 0) texts.push(template.outline(outline, { isFirstFile: isFirstFile() }));
  for (const list of after) texts.push(template.list(list, { isFirstFile: isFirstFile() }));
  return [template.opening, ...texts, template.closing].join('');
}

/** Every range with its context, in order. */
export function* rangesIn(files: readonly PackedFile[]): Generator<RangeContext> {
  for (const [fileIndex, file] of files.entries()) {
    for (const [index, range] of file.ranges.entries()) {
      yield {
        file,
        range,
        previous: file.ranges[index - 1],
        isFirstFile: fileIndex === 0,
        isLastOfFile: index === file.ranges.length - 1,
      };
    }
  }
}
