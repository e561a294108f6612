import 'reflect-metadata';
import { join } from 'node:path';

import {
  IChatCompletionService,
  type ILexichordRuntime,
  IStateCheck,
  IStateFolder,
  IStateInspector,
} from '@lexichord/abstractions';
import { registerAgentsModule } from '@lexichord/agents';
import { registerChunkerModule } from '@lexichord/chunker';
import { registerCompressionModule } from '@lexichord/compression';
import { derivedCompressionTables } from '@lexichord/compression/internal';
import { oncePerContainer, registerPlatformModule } from '@lexichord/platform';
import { derivedKnowledgeTables, registerKnowledgeGraphModule } from '@lexichord/knowledge-graph';
import { type PackingOptionsInput, packingSections, registerPackerModule } from '@lexichord/packer';
import { registerPreviewModule } from '@lexichord/preview';
import { derivedSearchTables, registerSearchModule } from '@lexichord/search';
import { registerSecretsModule } from '@lexichord/secrets';
import { type StorageOptionsInput, registerStorageModule } from '@lexichord/storage';
import { storageSection } from '@lexichord/storage/internal';
import { registerStyleRulesModule } from '@lexichord/style-rules';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer } from 'tsyringe';
import type { Configuration } from './configuration/configuration-schema.js';
import { requireLanguageModel } from './configuration/require-usable.js';
import { createTokenCounter } from './create-token-counter.js';
import { LexichordRuntime } from './lexichord-runtime.js';
import { LiveConfiguration } from './live-configuration.js';
import { createOpenTelemetryMetrics } from './open-telemetry-metrics.js';
import { type RuntimeInputs, readInputs } from './runtime-inputs.js';
import type { RuntimeOptions } from './runtime-options.js';
import { StateFilesCheck } from './state/state-files-check.js';
import { StateInspector } from './state/state-inspector.js';

/** The default folder of the tables. */
const defaultAddress = storageSection.parse({}).address;

/**
 * Opens a workspace: reads the configuration, verifies the licence, builds a container, registers the licensed
 * services, and restores the switches of strategies.
 *
 * @throws {LexichordError} `not-found` without a workspace folder, `invalid-argument` for a bare git repository or a
 *   `.git` folder, `invalid-configuration` naming every invalid key
 */
export async function createRuntime(options: RuntimeOptions): Promise<ILexichordRuntime> {
  return buildRuntime(await readInputs(options));
}

/** Builds a container, registers the licensed services, and restores the switches of strategies. */
export async function buildRuntime(inputs: RuntimeInputs): Promise<ILexichordRuntime> {
  const { options, clock, idSource, workspaceRoot, sources, opened, logger, license } = inputs;
  const { stateFolders, records, folder, stateFile } = inputs;
  const { values } = opened;
  const configuration = new LiveConfiguration(values, inputs.changeLogLevels);
  const metrics = createOpenTelemetryMetrics();
  const tokenCounter = createTokenCounter(values);

  const container = rootContainer.createChildContainer();
  registerPlatformModule(container, { logger, clock, idSource, license, tokenCounter, metrics });
  const { styleConfig, ...ofFiles } = values.workspace;
  registerWorkspaceModule(container, { options: { ...ofFiles, root: workspaceRoot } });
  registerStyleRulesModule(container, { options: { styleConfig } });
  container.register(IStateFolder, { useValue: folder });
  if (folder.notice !== undefined) logger.forSource('StateFolder').warn('{Notice}', { Notice: folder.notice });
  registerStorageModule(container, { options: storeOptions(values.storage, workspaceRoot, folder.path) });
  registerSecretsModule(container);
  registerChunkerModule(container, { options: values.context.chunking });
  registerPackerModule(container, { license, options: packingOptions(values.context) });
  registerSearchModule(container, { options: values.search });
  const { workspace = folder.workspaceName } = values.knowledge;
  registerKnowledgeGraphModule(container, { license, options: { ...values.knowledge, workspace } });
  registerCompressionModule(container, { license, options: values.compression });
  registerPreviewModule(container, { options: values.preview });
  options.register?.(container);
  requireLanguageModel(values, container.isRegistered(IChatCompletionService));
  // Last, because a strategy is registered only if its service is.
  registerAgentsModule(container, {
    license,
    options: configuration.options,
    agents: configuration.agents,
    customStrategies: options.customStrategies ?? [],
  });

  const isTrusted = options.trustsState === true || folder.path !== stateFolders.inWorkspace;
  const stateFiles = new StateFilesCheck({ folder, records, isTrusted, strategies: stateFile });
  container.register(IStateCheck, { useValue: stateFiles });
  container.register(IStateInspector, { useClass: StateInspector }, oncePerContainer);
  const runtime = new LexichordRuntime(container, { workspaceRoot, configuration, sources, opened, stateFile });
  await runtime.start({ watchConfiguration: options.watchConfiguration === true });
  return runtime;
}

/** Options of the store: a relative folder starts at the workspace; the default one is in the folder of state. */
export function storeOptions(
  storage: Configuration['storage'],
  root: string,
  stateFolder: string,
): StorageOptionsInput {
  const isUsual = storage.address === defaultAddress;
  return {
    ...storage,
    address: isUsual ? join(stateFolder, 'db') : storage.address,
    baseFolder: root,
    // A link in a hostile workspace must not redirect the default folder.
    confineTo: isUsual ? stateFolder : undefined,
    derivedTables: { ...derivedSearchTables, ...derivedKnowledgeTables, ...derivedCompressionTables },
  };
}

/** Options of the packer. Excerpts have the limit of chunks, outputs of tools that of files. */
function packingOptions({ chunking, ...context }: Configuration['context']): PackingOptionsInput {
  const sections = Object.keys(packingSections) as (keyof typeof packingSections)[];
  const ofUser = Object.fromEntries(sections.map((section) => [section, context[section]]));
  return { ...ofUser, maxWholeTokens: chunking.maxChunkTokens, maxOutputBytes: chunking.maxFileSizeBytes };
}
