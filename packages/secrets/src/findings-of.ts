import type { SecretFinding } from '@lexichord/abstractions';
import { LineIndex, compareText } from '@lexichord/platform/internal';

import type { SecretSpot } from './secret-spot.js';

/** Spots with their lines: those of one rule that overlap are one, and what is known by its surroundings gives way. */
export function findingsOf(spots: readonly SecretSpot[], text: string): readonly SecretFinding[] {
  if (spots.length === 0) return [];
  const lines = new LineIndex(text);
  return joinedByRule(withoutCoveredGenerics(spots))
    .map(({ rule, startOffset, endOffset }) => ({
      ...{ rule, startOffset, endOffset },
      startLine: lines.lineAt(startOffset) + 1,
      endLine: lines.lineAt(Math.max(startOffset, endOffset - 1)) + 1,
    }))
    .sort(byPlace);
}

function withoutCoveredGenerics(spots: readonly SecretSpot[]): readonly SecretSpot[] {
  const ordered = spots.toSorted(byPlace);
  const nextStarts = new Array<number>(ordered.length);
  let nextStart = Number.POSITIVE_INFINITY;
  for (const [index, { isGeneric, startOffset }] of [...ordered.entries()].reverse()) {
    nextStarts[index] = nextStart;
    if (isGeneric !== true) nextStart = startOffset;
  }
  let coveredTo = 0;
  return ordered.filter(({ isGeneric, startOffset, endOffset }, index) => {
    if (isGeneric === true) return startOffset >= coveredTo && endOffset <= (nextStarts[index] as number);
    coveredTo = Math.max(coveredTo, endOffset);
    return true;
  });
}

function joinedByRule(spots: readonly SecretSpot[]): SecretSpot[] {
  const joined: SecretSpot[] = [];
  for (const spot of spots.toSorted((one, other) => compareText(one.rule, other.rule) || byPlace(one, other))) {
    const last = joined.at(-1);
    if (last?.rule !== spot.rule || last.endOffset <= spot.startOffset) joined.push(spot);
    else joined[joined.length - 1] = { ...last, endOffset: Math.max(last.endOffset, spot.endOffset) };
  }
  return joined;
}

function byPlace(one: SecretSpot, other: SecretSpot): number {
  return one.startOffset - other.startOffset || one.endOffset - other.endOffset || compareText(one.rule, other.rule);
}
