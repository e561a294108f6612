import type { PackedFile, PackedRange } from './packed-file.js';

/** What stands before and after the lines of a range. */
export interface RangeFrame {
  readonly before: string;
  readonly after: string;
}

/** Where a range stands. */
export interface RangePlace {
  readonly file: PackedFile;
  readonly range: PackedRange;
  /** The range before it in its file. */
  readonly previous: PackedRange | undefined;
  readonly isFirstFile: boolean;
  readonly isLastOfFile: boolean;
}

/** A layout in which the lines stand once and as they are, so that their tokens need not be counted again. */
export interface FramedTemplate {
  readonly kind: 'framed';
  /** What stands before the first range, and behind the last. */
  readonly opening: string;
  readonly closing: string;
  frame(place: RangePlace): RangeFrame;
  /** The lines, as they stand in this layout. The same for nearly every text. */
  body(content: string): string;
}

/** A layout that may do anything with the lines. */
export interface FreeTemplate {
  readonly kind: 'free';
  render(files: readonly PackedFile[]): string;
}

/** How packed files become text (T-016 FR-016-139). */
export type Template = FramedTemplate | FreeTemplate;

/** The text of the files; empty without files. */
export function renderFiles(files: readonly PackedFile[], template: Template): string {
  if (files.length === 0) return '';
  if (template.kind === 'free') return template.render(files);
  const parts = [template.opening];
  for (const place of placesIn(files)) {
    const { before, after } = template.frame(place);
    parts.push(before, template.body(place.range.content), after);
  }
  return [...parts, template.closing].join('');
}

/** Every range with its place, in order. */
export function* placesIn(files: readonly PackedFile[]): Generator<RangePlace> {
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
