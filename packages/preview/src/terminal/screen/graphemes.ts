let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each, found as they are asked for. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
