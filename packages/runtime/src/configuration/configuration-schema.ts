import { agentsSection, assemblerSection } from '@lexichord/agents';
import { chunkingSection } from '@lexichord/chunker';
import { compressionOptionsSchema } from '@lexichord/compression';
import { knowledgeSection } from '@lexichord/knowledge-graph';
import { budgetSection, packingSections } from '@lexichord/packer';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { previewOptionsSchema } from '@lexichord/preview';
import { searchSection } from '@lexichord/search';
import { storageSection } from '@lexichord/storage/internal';
import { styleRulesOptionsSchema } from '@lexichord/style-rules/internal';
import { workspaceSection } from '@lexichord/workspace/internal';
import { z } from 'zod';

import {
  licenseSection,
  loggingSection,
  mcpSection,
  modelSection,
  serveSection,
  tokenizerSection,
} from './host-sections.js';
import { snakeCaseKeys, snakeCaseSchema } from './key-spelling.js';
import type { PlainMapping } from './plain-value.js';

/**
 * All options with ranges, defaults and meanings; each feature declares its own section. Keys are in snake_case in a
 * configuration file, as in T-016; see {@link configurationSchema}.
 */
export const configurationOptions = z.strictObject({
  context: z
    .strictObject({
      budget: budgetSection.prefault({}),
      ...packingSections,
      chunking: chunkingSection.prefault({}),
      tokenizer: tokenizerSection.prefault({}),
      assembler: assemblerSection.prefault({}),
      agents: agentsSection,
    })
    .prefault({}),
  model: modelSection.prefault({}),
  workspace: workspaceSection.extend(styleRulesOptionsSchema.shape).prefault({}),
  search: searchSection.prefault({}),
  knowledge: knowledgeSection.prefault({}),
  compression: compressionOptionsSchema.prefault({}),
  preview: previewOptionsSchema.prefault({}),
  mcp: mcpSection.prefault({}),
  serve: serveSection.prefault({}),
  storage: storageSection.prefault({}),
  license: licenseSection.prefault({}),
  logging: loggingSection.prefault({}),
});

/** Schema of `.agent/config.yml`, the source of the guide, the template and the JSON Schema. */
export const configurationSchema = snakeCaseSchema(configurationOptions);

const reachesOutside = 'it reaches outside the workspace';

/**
 * Keys, including all below them, that the user's file, the environment and flags may set but a workspace's file may
 * not, with the reasons: opening a hostile repository could send code to its author, or remove the user's data.
 */
export const trustedOnlyKeys: ReadonlyMap<string, string> = new Map([
  ['storage', reachesOutside],
  ['license', reachesOutside],
  ['search.embedding', reachesOutside],
  ['compression.chat', reachesOutside],
  ['compression.method', 'it controls whether conversations are sent to a language model'],
  ['compression.retention', 'it removes what was stored'],
  ['context.assembler.framing', 'it controls how the text of files is separated from the labels of an assembly'],
  ['preview.port', 'it controls the port that this machine listens on'],
]);

/** Keys of lists that every layer extends, because no file may lift a denial of another. Other lists are replaced. */
export const accumulatedKeys: readonly string[] = ['workspace.deny'];

/** The configuration in force. */
export type Configuration = DeepReadonly<z.output<typeof configurationOptions>>;

/** A configuration from a host; every key is optional. */
export type ConfigurationInput = DeepReadonly<z.input<typeof configurationOptions>>;

/** Converts a configuration to the keys of the file. */
export function settingsOf(configuration: Configuration): PlainMapping {
  return snakeCaseKeys(configurationOptions, configuration) as PlainMapping;
}
