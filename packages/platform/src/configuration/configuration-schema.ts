import { z } from 'zod';

import type { DeepReadonly } from '../options/deep-freeze.js';
import { agentsSection, assemblerSection } from './schema/assembler-section.js';
import { chunkingSection, deduplicationSection, tokenizerSection } from './schema/chunking-section.js';
import { compressionSection } from './schema/compression-section.js';
import { knowledgeSection } from './schema/knowledge-section.js';
import {
  budgetSection,
  cacheSection,
  formattingSection,
  rankingSection,
  selectionSection,
  sourcePrioritySection,
} from './schema/packing-section.js';
import { previewSection } from './schema/preview-section.js';
import { searchSection } from './schema/search-section.js';
import {
  licenseSection,
  loggingSection,
  modelSection,
  storageSection,
  workspaceSection,
} from './schema/service-sections.js';

const contextSection = z.strictObject({
  budget: budgetSection.prefault({}),
  source_priority: sourcePrioritySection.prefault({}),
  ranking: rankingSection.prefault({}),
  chunking: chunkingSection.prefault({}),
  deduplication: deduplicationSection.prefault({}),
  tokenizer: tokenizerSection.prefault({}),
  selection: selectionSection.prefault({}),
  formatting: formattingSection.prefault({}),
  cache: cacheSection.prefault({}),
  max_sources: z.int().min(1).max(1_000_000).default(1_000).describe('Most sources that one pack collects.'),
  max_search_hits: z.int().min(0).max(10_000).default(100).describe('Most places that a pack takes from a search.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(600_000)
    .default(5_000)
    .describe('After so long a pack ends with what is done by then, and says that it is partial.'),
  assembler: assemblerSection.prefault({}),
  agents: agentsSection,
});

/**
 * Defines each key of `.agent/config.yml` with its range, default and meaning; the guide, the template and the JSON
 * Schema are made from it. Keys are spelled as in T-016.
 */
export const configurationSchema = z.strictObject({
  context: contextSection.prefault({}),
  model: modelSection.prefault({}),
  workspace: workspaceSection.prefault({}),
  search: searchSection.prefault({}),
  knowledge: knowledgeSection.prefault({}),
  compression: compressionSection.prefault({}),
  preview: previewSection.prefault({}),
  storage: storageSection.prefault({}),
  license: licenseSection.prefault({}),
  logging: loggingSection.prefault({}),
});

const reachesOutside = 'it reaches outside the workspace';

/**
 * Keys, each with all below it, that the user's file, the environment and flags may set and a workspace's file may not,
 * and why: opening a repository could hand code to its author, or take away what the user keeps.
 */
export const trustedOnlyKeys: ReadonlyMap<string, string> = new Map([
  ['storage', reachesOutside],
  ['license', reachesOutside],
  ['search.embedding', reachesOutside],
  ['compression.chat', reachesOutside],
  ['compression.method', 'it decides whether conversations are sent to a language model'],
  ['compression.retention', 'it removes what was stored'],
  ['context.assembler.framing', 'it decides what keeps the text of files apart from the labels of an assembly'],
  ['preview.port', 'it decides what this machine listens on'],
]);

/** Lists that every file adds to, because one file must not lift what another forbids. Other lists are replaced. */
export const accumulatedKeys: readonly string[] = ['workspace.deny'];

/** The configuration in force, under the names of the YAML file. */
export type Configuration = DeepReadonly<z.output<typeof configurationSchema>>;

/** What a layer may say: every key is optional. */
export type ConfigurationInput = DeepReadonly<z.input<typeof configurationSchema>>;
