import type { ConversationMessage } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

import type { TextRange } from '../language/sentence-reader.js';
import { CoverageRanking } from './coverage-ranking.js';
import { keptLines } from './kept-lines.js';
import type { CompressedLevels, LevelText, SegmentMaterial } from './level-text.js';
import { type TimePrecision, layOut, putBackAnchors } from './statement-lines.js';
import { weighSentences } from './weigh-sentences.js';
import { writeTags } from './write-tags.js';

/** Precision of the time lines by level. */
const times = {
  brief: { precision: 'day', line: '[2000-01-01]\n' },
  detailed: { precision: 'minute', line: '[2000-01-01 00:00]\n' },
} as const;

/** Minimum size of each level, so that short segments stay readable. In tokens. */
const minTokens = { detailed: 48, brief: 24, tags: 20 } as const;

/** Share of a level's size; if more of it is unused, the level is filled once more. */
const tolerance = 0.02;

/** Makes the levels by extraction. Detailed keeps every sentence of Brief. */
export function extractLevels(material: SegmentMaterial): CompressedLevels {
  const { messages, reading, rarity, countTokens } = material;
  const ranking = new CoverageRanking(weighSentences(reading.sentences, messages, { rarity, countTokens }));
  for (const range of anchorRanges(material)) ranking.keep(range, countTokens(contentOf(messages, range)));

  const brief = levelWithin(ranking, material, 'brief');
  const detailed = levelWithin(ranking, material, 'detailed');
  return { detailed, brief, tags: tagsOf(material, brief.text) };
}

/** Fills a level up to its share of Full. */
function levelWithin(ranking: CoverageRanking, material: SegmentMaterial, name: keyof typeof times): LevelText {
  const { messages, full, shares, countTokens } = material;
  const maxTokens = Math.max(minTokens[name], full.tokenCount * shares[name]);
  const hasTimes = messages.some(({ timestampMs }) => timestampMs !== undefined);
  const write = (sentenceTokens: number): LevelText => {
    ranking.fill(sentenceTokens);
    const unread = unreadWithin(material, sentenceTokens - ranking.tokens);
    return levelOf(material, [...ranking.kept, ...unread], times[name].precision);
  };
  const sentenceTokens = maxTokens - (hasTimes ? countTokens(times[name].line) : 0);
  const level = write(sentenceTokens);
  // Separators are counted only after layout. One correction is enough.
  const missing = maxTokens - level.tokenCount;
  return missing < maxTokens * tolerance ? level : write(sentenceTokens + missing);
}

/** The level Tags: one statement for all messages; without tags the first words of Brief. */
function tagsOf({ messages, reading, full, shares, rarity, countTokens }: SegmentMaterial, brief: string): LevelText {
  const maxTokens = Math.max(minTokens.tags, full.tokenCount * shares.tags);
  const tags = writeTags({ messages, sentences: reading.sentences, rarity, countTokens }, maxTokens);
  const text = tags === '' ? firstWords(brief, maxTokens) : tags;
  const statements = [{ start: 0, end: text.length, messages: [...messages.keys()] }];
  return { text, statements, tokenCount: countTokens(text) };
}

function firstWords(text: string, maxTokens: number): string {
  return text
    .slice(0, graphemeFloor(text, Math.ceil(maxTokens)))
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Ranges of the anchors, in the order of the conversation. */
function anchorRanges({ messages, anchors }: SegmentMaterial): readonly TextRange[] {
  const indexes = new Map(messages.map(({ id }, index) => [id, index]));
  return anchors.flatMap(({ messageId, startOffset, endOffset }) => {
    const message = indexes.get(messageId);
    return message === undefined ? [] : [{ message, start: startOffset, end: endOffset }];
  });
}

function contentOf(messages: readonly ConversationMessage[], { message, start, end }: TextRange): string {
  return (messages[message]?.content ?? '').slice(start, end);
}

function levelOf(material: SegmentMaterial, kept: readonly TextRange[], precision: TimePrecision): LevelText {
  const { messages, anchors, countTokens } = material;
  const lines = putBackAnchors(keptLines(messages, kept), anchors, messages);
  const { text, statements } = layOut(lines, messages, precision);
  return { text, statements, tokenCount: countTokens(text) };
}

/** Evenly spread parts of the unread text, as many as fit. Their tokens are estimated from the whole text's. */
function unreadWithin({ reading: { unread }, full }: SegmentMaterial, maxTokens: number): readonly TextRange[] {
  if (unread.length === 0 || maxTokens <= 0) return [];
  const units = unread.reduce((sum, { start, end }) => sum + end - start, 0);
  const tokensOfAll = (units * full.tokenCount) / Math.max(1, full.text.length);
  const step = Math.max(1, tokensOfAll / maxTokens);
  return unread.filter((_range, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
}
