import type { TextRange } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

/** What is looked at behind an offset to find the end of its grapheme, in UTF-16 units. */
const lookAheadUnits = 1_024;

let segmenter: Intl.Segmenter | undefined;

/** The range, widened so that it splits no emoji, no letter from its marks, and no CR LF. */
export function widenToGraphemes(text: string, { startOffset, endOffset }: TextRange): TextRange {
  return { startOffset: graphemeFloor(text, startOffset), endOffset: graphemeCeiling(text, endOffset) };
}

function graphemeCeiling(text: string, offset: number): number {
  const start = graphemeFloor(text, offset);
  if (start >= offset) return offset;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(text.slice(start, offset + lookAheadUnits));
  return Math.max(offset, start + (first?.segment.length ?? 0));
}
