import { type ContextFragment, getFragment } from '@lexichord/abstractions';

import { summaryOf } from '../../protocol/assembly-summary.js';
import type { AssemblyRecord, AssemblySummary } from '../../protocol/preview-message.js';
import type { ComparisonView, SourceDifference, TimelineEntry } from '../preview-state.js';

/** Input of the timeline. */
export interface TimelineFacts {
  /** Oldest first. */
  readonly summaries: readonly AssemblySummary[];
  readonly shownId: string | undefined;
  /** Ids that are picked for a comparison. */
  readonly compared: readonly string[];
}

/** The timeline, newest first. */
export function timelineView({ summaries, shownId, compared }: TimelineFacts): readonly TimelineEntry[] {
  return summaries
    .map((summary) => ({
      ...summary,
      isShown: summary.correlationId === shownId,
      isCompared: compared.includes(summary.correlationId),
    }))
    .reverse();
}

/** Two assemblies side by side: the sources of the newer one in its order, then those that it has no more. */
export function comparisonView(
  before: AssemblyRecord,
  after: AssemblyRecord,
  nameOf: (sourceId: string) => string,
): ComparisonView {
  const sourceIds = new Set([...after.result.fragments, ...before.result.fragments].map(({ sourceId }) => sourceId));
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    differences: [...sourceIds].map((sourceId) =>
      differenceOf(sourceId, nameOf(sourceId), [
        getFragment(before.result, sourceId),
        getFragment(after.result, sourceId),
      ]),
    ),
  };
}

function differenceOf(
  sourceId: string,
  displayName: string,
  [before, after]: readonly [ContextFragment | undefined, ContextFragment | undefined],
): SourceDifference {
  return {
    sourceId,
    displayName,
    change: changeOf(before, after),
    beforeTokens: before?.tokenEstimate ?? 0,
    afterTokens: after?.tokenEstimate ?? 0,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function changeOf(before: ContextFragment | undefined, after: ContextFragment | undefined): SourceDifference['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return before.content === after.content && before.label === after.label ? 'same' : 'changed';
}
