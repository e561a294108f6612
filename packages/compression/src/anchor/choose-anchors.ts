import type { AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

/** The segment that anchors are chosen for. */
export interface AnchoredSegment {
  readonly messages: readonly ConversationMessage[];
  /** Tokens of the segment at Full. */
  readonly fullTokens: number;
  readonly countTokens: (text: string) => number;
}

/** Anchors of at least this importance are kept at any cost in tokens. */
const minIndispensable = 0.8;

/** Budget of all other anchors: this share of the tokens at Full, but at least the following number of tokens. */
const otherAnchorsShare = 0.04;
const minOtherAnchorsTokens = 32;

/** Less important anchors are dropped. */
const minImportance = 0.4;

const digits = /\d+/gu;

/** The most important anchors within the budget, each text once, in the order of the conversation. */
export function chooseAnchors(
  found: readonly AnchorPoint[],
  { messages, fullTokens, countTokens }: AnchoredSegment,
): readonly AnchorPoint[] {
  const places = new Map(messages.map(({ id }, index) => [id, index]));
  const placeOf = (anchor: AnchorPoint): number => places.get(anchor.messageId) ?? 0;
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

/** Keeps the first of several equal anchors. Log lines are equal when they differ in numbers alone. */
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
