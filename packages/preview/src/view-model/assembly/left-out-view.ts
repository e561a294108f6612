import type {
  AssembledContext,
  DeduplicatedFragment,
  SkippedStrategy,
  TruncatedFragment,
} from '@lexichord/abstractions';
import { countOf, formatCount } from '@lexichord/platform/number-text';

import type { LeftOutView } from '../preview-state.js';

/** Everything that an assembly left out or cut, in its order: whole sources first, then missing parts of others. */
export function leftOutOf(
  result: Pick<AssembledContext, 'skipped' | 'truncated' | 'deduplicated'>,
  nameOf: (sourceId: string) => string,
): readonly LeftOutView[] {
  return [
    ...result.skipped.map((skipped) => skippedView(skipped, nameOf)),
    ...result.truncated.map((truncated) => truncatedView(truncated, nameOf)),
    ...result.deduplicated.map((deduplicated) => deduplicatedView(deduplicated, nameOf)),
  ];
}

function skippedView(
  { sourceId, reason, message, tokens }: SkippedStrategy,
  nameOf: (sourceId: string) => string,
): LeftOutView {
  return {
    sourceId,
    displayName: nameOf(sourceId),
    kind: 'skipped',
    reason,
    message,
    ...(tokens === undefined ? {} : { lostTokens: tokens }),
  };
}

function truncatedView(
  { sourceId, fromTokens, toTokens, limit }: TruncatedFragment,
  nameOf: (sourceId: string) => string,
): LeftOutView {
  const why = limit === 'strategy' ? 'the maximum of this source' : 'the rest of the budget';
  return {
    sourceId,
    displayName: nameOf(sourceId),
    kind: 'truncated',
    reason: limit,
    message: `Shortened from ${formatCount(fromTokens)} to ${countOf(toTokens, 'token')}, ${why}.`,
    lostTokens: Math.max(0, fromTokens - toTokens),
  };
}

function deduplicatedView(
  { sourceId, duplicateOf, blocks, fromTokens, toTokens }: DeduplicatedFragment,
  nameOf: (sourceId: string) => string,
): LeftOutView {
  const holders = duplicateOf.length === 0 ? 'another source' : joined(duplicateOf.map(nameOf));
  const verb = duplicateOf.length > 1 ? 'have' : 'has';
  const was = blocks === 1 ? 'was' : 'were';
  return {
    sourceId,
    displayName: nameOf(sourceId),
    kind: 'deduplicated',
    reason: 'duplicate',
    message: `${countOf(blocks, 'block')} ${was} cut, because ${holders} ${verb} the same text.`,
    lostTokens: Math.max(0, fromTokens - toTokens),
  };
}

function joined(names: readonly string[]): string {
  const last = names[names.length - 1] ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
