import type { PackProfile, RankWeights, SourceType } from '@lexichord/abstractions';

import type { FurtherRelation } from '../closure/further-code.js';
import type { RankingContext } from './ranker.js';

/** Settings of the ranking for a kind of work. */
interface Profile {
  readonly weights: RankWeights;
  /** Unlisted types keep the configured priorities. */
  readonly priorities: Readonly<Partial<Record<SourceType, number>>>;
  /** Relations of further code, after packed code and the code that it uses; in this order. */
  readonly further: readonly FurtherRelation[];
}

const profiles: Readonly<Record<PackProfile, Profile>> = {
  // A defect is usually in recent changes, and the failing test's output shows the location.
  'bug-fix': {
    weights: { relevance: 0.3, recency: 0.6, source: 0.1 },
    priorities: { 'tool-result': 100, 'open-file': 90, 'search-result': 50, reference: 30 },
    further: ['test-of', 'caller-of'],
  },
  // The code to imitate may be old; the open files are those to extend.
  'new-feature': {
    weights: { relevance: 0.7, recency: 0.1, source: 0.2 },
    priorities: { 'open-file': 100, 'search-result': 80, 'tool-result': 60, reference: 40 },
    // New code is registered where its siblings are.
    further: ['sibling-of', 'place-of'],
  },
  // A vulnerability can be in any file, of any age.
  'security-audit': {
    weights: { relevance: 0.8, recency: 0.1, source: 0.1 },
    priorities: { 'search-result': 90 },
    further: [],
  },
  onboarding: { weights: { relevance: 0.6, recency: 0.1, source: 0.3 }, priorities: {}, further: ['near'] },
};

/** Default share of the budget for signatures of related code with a profile. */
const profileClosureShare = 0.1;

/** Configurable settings of a ranking. */
export type RankingPreferences = Pick<RankingContext, 'weights' | 'priorities' | 'datesSearchHits'>;

/** Applies the settings of a profile; without one, returns the configured ones. */
export function withProfile(configured: RankingPreferences, profile: PackProfile | undefined): RankingPreferences {
  if (profile === undefined) return configured;
  const { weights, priorities } = profiles[profile];
  return { weights, priorities: { ...configured.priorities, ...priorities }, datesSearchHits: true };
}

/** Relations of further code for a profile, after packed code and the code that it uses; in this order. */
export function furtherRelations(profile: PackProfile | undefined): readonly FurtherRelation[] {
  return profile === undefined ? [] : profiles[profile].further;
}

/** Maximum share of the budget for signatures of related code, 0 to 1. */
export function closureShareOf(profile: PackProfile | undefined, configured: number | undefined): number {
  return configured ?? (profile === undefined ? 0 : profileClosureShare);
}
