import { type RankWeights, type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

import {
  cacheSection,
  closureSection,
  deduplicationSection,
  formattingSection,
  rankingSection,
  selectionSection,
  sourcePrioritySection,
} from './packing-sections.js';

/** Options of packing for users, each under `context` in the configuration. */
export const packingSections = {
  sourcePriority: sourcePrioritySection.prefault({}),
  ranking: rankingSection.prefault({}),
  deduplication: deduplicationSection.prefault({}),
  selection: selectionSection.prefault({}),
  closure: closureSection.prefault({}),
  formatting: formattingSection.prefault({}),
  cache: cacheSection.prefault({}),
  maxSources: z.int().min(1).max(1_000_000).default(1_000).describe('Maximum number of sources in a pack.'),
  maxSearchHits: z
    .int()
    .min(0)
    .max(10_000)
    .default(300)
    .describe('Maximum number of search hits in a pack. A small budget takes fewer.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(600_000)
    .default(5_000)
    .describe('Time limit of a pack in milliseconds. A slower pack is returned unfinished, and marked as partial.'),
};

/** All options of packing for hosts, with the limits that they share with the options of chunking. */
export const packingOptionsSchema = z.strictObject({
  ...packingSections,
  /** Maximum size of an excerpt that stays whole, in tokens; larger ones are cut like files. */
  maxWholeTokens: z.int().min(1).max(1_000_000),
  /** Maximum size of a tool output, in bytes of UTF-8; larger ones are rejected. */
  maxOutputBytes: z.int().min(1),
});

/** Parsed {@link packingOptionsSchema}. */
export type PackingOptions = DeepReadonly<z.output<typeof packingOptionsSchema>>;

/** Options as a host passes them; all but `maxWholeTokens` and `maxOutputBytes` have defaults. */
export type PackingOptionsInput = DeepReadonly<z.input<typeof packingOptionsSchema>>;

export const PackingOptions: Token<PackingOptions> = token('PackingOptions');

/** Source types by their names in the configuration. */
const sourceKinds = {
  toolResults: 'tool-result',
  openFiles: 'open-file',
  searchResults: 'search-result',
  references: 'reference',
} as const;

/** Converts values from configuration names to source types; omits names without a value. */
export function bySourceType<Kinds extends Readonly<Partial<Record<keyof typeof sourceKinds, number | undefined>>>>(
  kinds: Kinds,
): { readonly [Kind in keyof Kinds & keyof typeof sourceKinds as (typeof sourceKinds)[Kind]]: Kinds[Kind] } {
  const entries = Object.entries(sourceKinds).map(([kind, type]) => [type, kinds[kind as keyof typeof sourceKinds]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ReturnType<
    typeof bySourceType<Kinds>
  >;
}

/** Whether the weights differ from the defaults. */
export function hasOwnWeights(ranking: PackingOptions['ranking']): boolean {
  const defaults = rankWeightsOf(rankingSection.parse({}));
  const own = rankWeightsOf(ranking);
  return own.relevance !== defaults.relevance || own.recency !== defaults.recency || own.source !== defaults.source;
}

/** Weights of the ranking factors; they sum to 1 (T-016 FR-016-58..61). */
export function rankWeightsOf(ranking: PackingOptions['ranking']): RankWeights {
  return { relevance: ranking.relevanceWeight, recency: ranking.recencyWeight, source: ranking.sourceWeight };
}
