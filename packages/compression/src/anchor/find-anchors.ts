import type { AnchorKind, AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

import { characterStart } from '../language/cut-content.js';
import type { Sentence } from '../language/sentence-reader.js';
import { ToolResults, isToolRole } from '../message/tool-results.js';
import { headOf } from '../render/turn-lines.js';
import type { AnchorRule, FoundAnchor, SpokenSentence } from './anchor-rule.js';
import { findCodeArtefact, findError, findFact } from './fact-rules.js';
import { OpenQuestions } from './find-open-question.js';
import { findCommitment, findCorrection, findDecision, findPreference } from './statement-rules.js';

/** The segment that is searched for anchors. */
export interface AnchorSource extends AnchoredSegment {
  /** In the order of the conversation. */
  readonly sentences: readonly Sentence[];
}

/** Maximum length of an anchor, about 60 tokens; a longer sentence is cut around the match. In UTF-16 units. */
const maxTextLength = 240;

const rules: readonly (readonly [AnchorKind, AnchorRule])[] = [
  ['commitment', findCommitment],
  ['decision', findDecision],
  ['correction', findCorrection],
  ['user-preference', findPreference],
  ['error', findError],
  ['critical-fact', findFact],
  ['code-artefact', findCodeArtefact],
];

const questionMark = /\?["'”’)\]\s]*$/u;

/**
 * Finds the details that no level may lose, by rules. Keeps a few of them, the most important ones, in the order of the
 * conversation.
 *
 * @param named anchors that a model named; they compete with those of the rules
 */
export function findAnchors(source: AnchorSource, named: readonly AnchorPoint[] = []): readonly AnchorPoint[] {
  const { messages, sentences } = source;
  const results = messages.map(({ content }) => new ToolResults(content));
  const spoken = sentences.map((sentence) => spokenSentence(sentence, messages[sentence.message], results));
  const questions = new OpenQuestions(
    spoken,
    messages.map((message) => headOf(message)),
  );
  const found = spoken.flatMap((one, index) => {
    const anchors = rules.flatMap(([kind, rule]) => {
      const match = rule(one);
      return match === undefined ? [] : [anchorOf(kind, match, one, messages)];
    });
    const importance = questions.importanceOf(index);
    if (importance === 0) return anchors;
    return [...anchors, anchorOf('unresolved-question', { importance, start: 0, end: one.text.length }, one, messages)];
  });
  return chooseAnchors([...found, ...named], source);
}

function spokenSentence(
  sentence: Sentence,
  message: ConversationMessage | undefined,
  results: readonly ToolResults[],
): SpokenSentence {
  const { content = '', role = '' } = message ?? {};
  const text = content.slice(sentence.start, sentence.end);
  const isTool = isToolRole(role) || results[sentence.message]?.at(sentence.start) !== undefined;
  const isTalk = sentence.kind === 'prose' && !isTool && role !== 'system';
  return { sentence, text, lower: smallLetters(text), role, isTool, isTalk, isQuestion: questionMark.test(text) };
}

/** Converts to lower case. If that changes the length, the text is unchanged, so that offsets stay valid. */
function smallLetters(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function anchorOf(
  kind: AnchorKind,
  found: FoundAnchor,
  { sentence, text }: SpokenSentence,
  messages: readonly ConversationMessage[],
): AnchorPoint {
  const { start, end } = found.isAlone === true ? found : around(text, found);
  return {
    kind,
    text: text.slice(start, end),
    importance: Math.round(found.importance * 100) / 100,
    messageId: messages[sentence.message]?.id ?? '',
    startOffset: sentence.start + start,
    endOffset: sentence.start + end,
  };
}

/** The range of the sentence, or for a long sentence the part around the match, cut between words. */
function around(text: string, found: FoundAnchor): { readonly start: number; readonly end: number } {
  if (text.length <= maxTextLength) return { start: 0, end: text.length };
  const before = Math.max(0, Math.min(found.start - maxTextLength / 4, text.length - maxTextLength));
  const start = before === 0 ? 0 : text.lastIndexOf(' ', before) + 1;
  const from = found.start - start > maxTextLength / 2 ? found.start : start;
  const limit = Math.min(text.length, from + maxTextLength);
  const space = text.lastIndexOf(' ', limit);
  const end = limit === text.length || space <= from ? limit : space;
  return { start: characterStart(text, from), end: characterStart(text, end) };
}

/** The segment that anchors are chosen for. */
interface AnchoredSegment {
  readonly messages: readonly ConversationMessage[];
  /** Tokens of the segment at Full. */
  readonly fullTokens: number;
  readonly countTokens: (text: string) => number;
}

/** Minimum importance of anchors that are kept regardless of their tokens. */
const minIndispensable = 0.8;

/** Budget of all other anchors: this share of the tokens at Full, but at least the following number of tokens. */
const otherAnchorsShare = 0.04;
const minOtherAnchorsTokens = 32;

/** Minimum importance of an anchor. */
const minImportance = 0.4;

const digits = /\d+/gu;

/** The most important anchors within the budget, each text once, in the order of the conversation. */
function chooseAnchors(
  found: readonly AnchorPoint[],
  { messages, fullTokens, countTokens }: AnchoredSegment,
): readonly AnchorPoint[] {
  const indexes = new Map(messages.map(({ id }, index) => [id, index]));
  const placeOf = (anchor: AnchorPoint): number => indexes.get(anchor.messageId) ?? 0;
  const inOrder = (a: AnchorPoint, b: AnchorPoint): number =>
    placeOf(a) - placeOf(b) || a.startOffset - b.startOffset || a.endOffset - b.endOffset || 0;
  const best = withoutRepetitions(found.filter(({ importance }) => importance >= minImportance)).toSorted(
    (a, b) => b.importance - a.importance || inOrder(a, b),
  );
  const chosen: AnchorPoint[] = [];
  const ranges = new Map<string, { start: number; end: number }[]>();
  let left = Math.max(minOtherAnchorsTokens, fullTokens * otherAnchorsShare);
  for (const anchor of best) {
    const kept = ranges.get(anchor.messageId) ?? [];
    ranges.set(anchor.messageId, kept);
    const isKept = kept.some(({ start, end }) => start <= anchor.startOffset && end >= anchor.endOffset);
    const tokens = isKept || anchor.importance >= minIndispensable ? 0 : countTokens(` ${anchor.text}`);
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(anchor);
    if (!isKept) kept.push({ start: anchor.startOffset, end: anchor.endOffset });
  }
  return chosen.toSorted(inOrder);
}

/** Keeps the first of several equal anchors. Log lines that differ only in numbers are equal. */
function withoutRepetitions(found: readonly AnchorPoint[]): readonly AnchorPoint[] {
  const seen = new Set<string>();
  return found.filter(({ kind, text }) => {
    const isMachine = kind === 'error' || kind === 'code-artefact';
    const key = `${kind} ${isMachine ? text.replaceAll(digits, '0') : text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
