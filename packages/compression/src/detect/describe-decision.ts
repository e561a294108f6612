import { type CompressionLevel, compressionLevelNames } from '@lexichord/abstractions';

import type { NeedKind } from './phrases/needs.js';
import { type ShownLevel, notShown } from './segments/shown-context.js';

const needTexts: Readonly<Record<NeedKind, string>> = {
  reminder: 'asks to be reminded',
  repetition: 'asks to be told something again',
  question: 'asks what was said or decided',
  wording: 'asks for the exact words',
  context: 'says that it lacks context',
  expansion: 'asks to expand a part of the conversation',
  memory: 'does not remember what was said',
  access: 'cannot see a part of the conversation',
  summary: 'finds the summary too short',
  earlier: 'speaks of an earlier part of the conversation without saying what it was',
};

/** What an answer does, as the rest of a sentence about it. */
export function needText(kind: NeedKind): string {
  return `The answer ${needTexts[kind]}`;
}

/** Which segments, as the end of a sentence. */
export function segmentText(segmentIds: readonly string[], level: CompressionLevel): string {
  const name = compressionLevelNames[level];
  const [first = ''] = segmentIds;
  return segmentIds.length === 1 ? `segment ${first} at ${name}` : `segments ${segmentIds.join(', ')} at ${name}`;
}

export function shownText(shown: ShownLevel): string {
  return shown === notShown ? 'not in the context' : `in the context at ${compressionLevelNames[shown]}`;
}
