import type { CallOptions, ConversationMessage } from '@lexichord/abstractions';

import { type ContentPart, addPieces, cutContent, cutNear } from './cut-content.js';
import { ProseTagger } from './prose-tagger.js';
import { type ProsePiece, proseTexts, sentencesOf } from './sentences-of.js';
import type { ConversationReading, ISentenceReader, Sentence, TextRange } from './sentence-reader.js';
import { termsOf } from './word-rarity.js';

/**
 * Reads sentences with wink-nlp. Only prose within limits is tagged; machine output and text beyond the limits are cut
 * at lines.
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

/** Limits of one message, and of all messages together, in UTF-16 units. */
const maxMessageLength = 49_152;
const maxTotalLength = 262_144;

/**
 * Share of the limit for the start of a message that is too long. The rest is for its end, where logs have their
 * errors.
 */
const headShare = 0.75;

/** The parts of a content that are read: all of it, or its start and its end. */
interface ReadingRange {
  /** Exclusive end of the start. */
  readonly headEnd: number;
  /** Start of the end; the content's length if everything is read. */
  readonly tailStart: number;
}

/** The ranges of each message that are read. */
function readingRanges(messages: readonly ConversationMessage[]): readonly ReadingRange[] {
  const wanted = messages.reduce((sum, { content }) => sum + Math.min(content.length, maxMessageLength), 0);
  const limit = wanted <= maxTotalLength ? maxMessageLength : Math.floor(maxTotalLength / messages.length);
  return messages.map(({ content }) => rangeWithin(content, limit));
}

function rangeWithin(content: string, limit: number): ReadingRange {
  if (content.length <= limit) return { headEnd: content.length, tailStart: content.length };
  const head = Math.floor(limit * headShare);
  return {
    headEnd: cutNear(content, head, head),
    tailStart: cutNear(content, content.length - (limit - head), limit - head),
  };
}
