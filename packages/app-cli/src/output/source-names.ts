import type { ExclusionReason, SourceType } from '@lexichord/abstractions';

/** Kinds of sources, as a heading has them. */
export const sourceNames: Readonly<Record<SourceType, string>> = {
  'tool-result': 'Tool results',
  'open-file': 'Open files',
  'search-result': 'Search results',
  reference: 'References',
};

/** Why chunks are not in the text, in a few words. */
export const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  duplicate: 'the same text is there already',
  overlap: 'a better chunk has these lines',
  'below-threshold': 'scored below the threshold',
  'budget-exceeded': 'no room left in the budget',
  'category-budget-exceeded': 'no room left for this kind of source',
  secret: 'looks as if it held a secret',
  timeout: 'no time left',
};
