import type { ConversationMessage } from '@lexichord/abstractions';

import type { TextRange } from '../language/sentence-reader.js';
import { CoverageRanking } from './coverage-ranking.js';
import { keptLines } from './kept-lines.js';
import { type TimeSaid, layOut } from './lay-out.js';
import type { LevelText } from './level-text.js';
import { putBackAnchors } from './put-back-anchors.js';
import type { CompressedLevels, SegmentMaterial } from './segment-material.js';
import { weighSentences } from './weigh-sentences.js';
import { writeTags } from './write-tags.js';

/** Of the line with the time. */
const timeLine = '[2000-01-01 00:00]\n';

/** The levels in the conversation's own words. What Brief keeps, Detailed keeps too. */
export function extractLevels(material: SegmentMaterial): CompressedLevels {
  const { messages, reading, full, shares, rarity, countTokens } = material;
  const ranking = new CoverageRanking(weighSentences(reading.sentences, messages, { rarity, countTokens }));
  for (const range of anchorRanges(material)) ranking.keep(range, countTokens(contentOf(messages, range)));

  const timeTokens = messages.some(({ timestampMs }) => timestampMs !== undefined) ? countTokens(timeLine) : 0;
  ranking.fill(full.tokenCount * shares.brief - timeTokens);
  const brief = levelOf(material, ranking.kept, 'day');

  const detailedTokens = full.tokenCount * shares.detailed - timeTokens;
  ranking.fill(detailedTokens);
  const unread = unreadWithin(material, detailedTokens - ranking.tokens);
  const detailed = levelOf(material, [...ranking.kept, ...unread], 'minute');

  const tags = writeTags(
    { messages, sentences: reading.sentences, rarity, countTokens },
    full.tokenCount * shares.tags,
  );
  const everything = { start: 0, end: tags.length, messages: [...messages.keys()] };
  return { detailed, brief, tags: { text: tags, statements: [everything], tokenCount: countTokens(tags) } };
}

/** Where the anchors are, in the order of the conversation. */
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

function levelOf(material: SegmentMaterial, kept: readonly TextRange[], timeSaid: TimeSaid): LevelText {
  const { messages, anchors, countTokens } = material;
  const lines = putBackAnchors(keptLines(messages, kept), anchors, messages);
  const { text, statements } = layOut(lines, messages, timeSaid);
  return { text, statements, tokenCount: countTokens(text) };
}

/** Of what was too long to be read, as many parts as fit, spread evenly. Their tokens are thought to be those of the whole. */
function unreadWithin({ reading: { unread }, full }: SegmentMaterial, maxTokens: number): readonly TextRange[] {
  if (unread.length === 0 || maxTokens <= 0) return [];
  const units = unread.reduce((sum, { start, end }) => sum + end - start, 0);
  const tokensOfAll = (units * full.tokenCount) / Math.max(1, full.text.length);
  const step = Math.max(1, tokensOfAll / maxTokens);
  return unread.filter((_range, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
}
