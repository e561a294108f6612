import type { AssemblySummary } from '../../protocol/preview-message.js';
import type { TimelineEntry } from '../preview-state.js';

/** What the timeline is made of. */
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
