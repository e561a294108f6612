import type { CallOptions, ConversationMessage } from '@lexichord/abstractions';

import { type ContentPart, addPieces, cutContent } from './cut-content.js';
import { type ProsePiece, proseTexts } from './prose-texts.js';
import { ProseTagger } from './prose-tagger.js';
import { type ReadingRange, readingRanges } from './reading-range.js';
import { sentencesOf } from './sentences-of.js';
import type { ConversationReading, ISentenceReader, Sentence, TextRange } from './sentence-reader.js';
import { termsOf } from './terms-of.js';

/**
 * Reads sentences with wink-nlp. It is given prose alone, and of that a bounded part: machines' lines and what is behind
 * the bounds are cut at lines.
 */
export class WinkSentenceReader implements ISentenceReader {
  private readonly tagger = new ProseTagger();

  async read(messages: readonly ConversationMessage[], { signal }: CallOptions = {}): Promise<ConversationReading> {
    signal?.throwIfAborted();
    const contents = messages.map(({ content }) => content);
    const ranges = readingRanges(messages);
    const parts = contents.map((content, message) => partsRead(content, ranges[message]));
    const pieces = parts.flatMap((those, message) =>
      those.filter(({ kind }) => kind === 'prose').map(({ start, end }): ProsePiece => ({ message, start, end })),
    );
    const texts = proseTexts(pieces, contents);
    const tagged = await this.tagger.tag(
      texts.map(({ text }) => text),
      signal,
    );
    const prose = texts.flatMap((text, index) => sentencesOf(text, tagged?.[index], contents));
    const lines = parts.flatMap((those, message) => lineSentences(those, message, contents[message] ?? ''));
    return {
      sentences: [...prose, ...lines].sort((a, b) => a.message - b.message || a.start - b.start),
      unread: contents.flatMap((content, message) => unreadOf(content, message, ranges[message])),
    };
  }

  async dispose(): Promise<void> {
    await this.tagger.end();
  }
}

function partsRead(content: string, range: ReadingRange | undefined): readonly ContentPart[] {
  const { headEnd, tailStart } = range ?? { headEnd: 0, tailStart: 0 };
  const head = cutContent(content, 0, headEnd);
  return tailStart === content.length ? head : [...head, ...cutContent(content, tailStart, content.length)];
}

function lineSentences(parts: readonly ContentPart[], message: number, content: string): readonly Sentence[] {
  return parts.flatMap(({ kind, start, end }) =>
    kind === 'prose' ? [] : [{ message, start, end, kind, terms: termsOf(content.slice(start, end)), phrases: [] }],
  );
}

function unreadOf(content: string, message: number, range: ReadingRange | undefined): readonly TextRange[] {
  if (range === undefined || range.tailStart <= range.headEnd) return [];
  const parts: ContentPart[] = [];
  addPieces(parts, content, { kind: 'line', start: range.headEnd, end: range.tailStart });
  return parts.map(({ start, end }) => ({ message, start, end }));
}
