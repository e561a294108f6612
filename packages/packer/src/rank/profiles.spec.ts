import { packProfiles } from '@lexichord/abstractions';

import { bySourceType, rankWeightsOf } from '../packing-options.js';
import { withProfile } from './profiles.js';
import { requireValidWeights } from './weighted-ranker.js';
import { testPackingOptions } from '../test-support/packing-options.js';

const { ranking, sourcePriority } = testPackingOptions();
const priorities = bySourceType(sourcePriority);
const configured = { weights: rankWeightsOf(ranking), priorities };

describe('withProfile', () => {
  it('leaves everything as it is without a profile', () => {
    expect(withProfile(configured, undefined)).toBe(configured);
  });

  it('T-016 FR-016-58: weighs what changed lately more for a bug, and relevance for all else', () => {
    const weightsOf = packProfiles.map((profile) => [profile, Object.values(withProfile(configured, profile).weights)]);

    expect(Object.fromEntries(weightsOf)).toEqual({
      'bug-fix': [0.3, 0.6, 0.1],
      'new-feature': [0.7, 0.1, 0.2],
      'security-audit': [0.8, 0.1, 0.1],
      onboarding: [0.6, 0.1, 0.3],
    });
    for (const profile of packProfiles) requireValidWeights(withProfile(configured, profile).weights);
  });

  it('counts the age of search hits, which somebody who names a kind of work asks for', () => {
    expect(configured).not.toHaveProperty('datesSearchHits');
    for (const profile of packProfiles) expect(withProfile(configured, profile).datesSearchHits).toBe(true);
  });

  it('changes the priorities that it names, and keeps the others as configured', () => {
    const own = { ...configured, priorities: { ...priorities, 'open-file': 77 } };

    expect(packProfiles.map((profile) => withProfile(own, profile).priorities)).toEqual([
      { 'tool-result': 100, 'open-file': 90, 'search-result': 50, reference: 30 },
      { 'tool-result': 60, 'open-file': 100, 'search-result': 80, reference: 40 },
      { 'tool-result': 100, 'open-file': 77, 'search-result': 90, reference: 40 },
      { 'tool-result': 100, 'open-file': 77, 'search-result': 60, reference: 40 },
    ]);
  });
});
