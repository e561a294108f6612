import type { DocumentBlock } from '@lexichord/abstractions';

/** A heading without the end of its section. */
export interface OutlineHeading {
  readonly level: number;
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Blocks of a document, in document order. Headings are in both lists. */
export interface Outline {
  readonly headings: readonly OutlineHeading[];
  readonly blocks: readonly DocumentBlock[];
}
