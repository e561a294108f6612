import type { PackProfile, RankWeights, SourceType } from '@lexichord/abstractions';

import type { FurtherRelation } from '../closure/further-code.js';
import type { RankingContext } from './ranker.js';

/** Changes of the ranking for a kind of work. */
interface Profile {
  readonly weights: RankWeights;
  /** Those that are not named stay as they are configured. */
  readonly priorities: Readonly<Partial<Record<SourceType, number>>>;
  /** Code beside what is packed and what that uses, in this order. */
  readonly further: readonly FurtherRelation[];
}

const profiles: Readonly<Record<PackProfile, Profile>> = {
  // A defect is mostly in recent changes, and the failing test's output says where.
  'bug-fix': {
    weights: { relevance: 0.3, recency: 0.6, source: 0.1 },
    priorities: { 'tool-result': 100, 'open-file': 90, 'search-result': 50, reference: 30 },
    further: ['test-of', 'caller-of'],
  },
  // The code to follow may be old; what is open is what it goes into.
  'new-feature': {
    weights: { relevance: 0.7, recency: 0.1, source: 0.2 },
    priorities: { 'open-file': 100, 'search-result': 80, 'tool-result': 60, reference: 40 },
    // New code is registered where its siblings are.
    further: ['sibling-of', 'place-of'],
  },
  // A hole may be anywhere and of any age.
  'security-audit': {
    weights: { relevance: 0.8, recency: 0.1, source: 0.1 },
    priorities: { 'search-result': 90 },
    further: [],
  },
  onboarding: { weights: { relevance: 0.6, recency: 0.1, source: 0.3 }, priorities: {}, further: ['near'] },
};

/** Share of the budget for signatures of related code with a profile, if no share is configured. */
const profileClosureShare = 0.1;

/** How a ranking weighs. */
export type RankingPreferences = Pick<RankingContext, 'weights' | 'priorities' | 'datesSearchHits'>;

/** The preferences of a kind of work, or those given when it is none in particular. */
export function withProfile(configured: RankingPreferences, profile: PackProfile | undefined): RankingPreferences {
  if (profile === undefined) return configured;
  const { weights, priorities } = profiles[profile];
  return { weights, priorities: { ...configured.priorities, ...priorities }, datesSearchHits: true };
}

/** Related code that a kind of work wants beside packed code and the code that it uses, in this order. */
export function furtherRelations(profile: PackProfile | undefined): readonly FurtherRelation[] {
  return profile === undefined ? [] : profiles[profile].further;
}

/** The most that signatures of related code may have of the budget, 0 to 1. */
export function closureShareOf(profile: PackProfile | undefined, configured: number | undefined): number {
  return configured ?? (profile === undefined ? 0 : profileClosureShare);
}
