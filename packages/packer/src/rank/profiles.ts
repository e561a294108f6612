import type { PackProfile, RankWeights, SourceType } from '@lexichord/abstractions';

import type { RankingContext } from './ranker.js';

/** What a kind of work changes of the ranking. */
interface Profile {
  readonly weights: RankWeights;
  /** Those that are not named stay as they are configured. */
  readonly priorities: Readonly<Partial<Record<SourceType, number>>>;
}

const profiles: Readonly<Record<PackProfile, Profile>> = {
  // What broke was changed lately, and the failing test's output says where.
  'bug-fix': {
    weights: { relevance: 0.3, recency: 0.6, source: 0.1 },
    priorities: { 'tool-result': 100, 'open-file': 90, 'search-result': 50, reference: 30 },
  },
  // The code to follow may be old; what is open is what it goes into.
  'new-feature': {
    weights: { relevance: 0.7, recency: 0.1, source: 0.2 },
    priorities: { 'open-file': 100, 'search-result': 80, 'tool-result': 60, reference: 40 },
  },
  // A hole may be anywhere and of any age.
  'security-audit': {
    weights: { relevance: 0.8, recency: 0.1, source: 0.1 },
    priorities: { 'search-result': 90 },
  },
  onboarding: { weights: { relevance: 0.6, recency: 0.1, source: 0.3 }, priorities: {} },
};

/** How a ranking weighs. */
export type RankingPreferences = Pick<RankingContext, 'weights' | 'priorities' | 'datesSearchHits'>;

/** The preferences of a kind of work, or those given when it is none in particular. */
export function withProfile(configured: RankingPreferences, profile: PackProfile | undefined): RankingPreferences {
  if (profile === undefined) return configured;
  const { weights, priorities } = profiles[profile];
  return { weights, priorities: { ...configured.priorities, ...priorities }, datesSearchHits: true };
}
