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
 * Opens a workspace: reads the configuration, verifies the licence, builds a container of its own, registers what the
 * licence allows, and switches the strategies as they were left.
 *
 * @throws {LexichordError} `not-found` without a workspace folder, `invalid-argument` for the inside of a git
 *   repository, `invalid-configuration` naming every bad key
 */
export async function createRuntime(options: RuntimeOptions): Promise<ILexichordRuntime> {
  return buildRuntime(await readInputs(options));
}

/** Builds a container of its own, registers what the licence allows, and switches the strategies as they were left. */
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
  // Last, because a strategy is registered only where the service it needs is.
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

/** Options of the store: a relative folder counts from the workspace, and the usual one goes where all state goes. */
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
    // The usual folder must not be redirected by a link in a hostile workspace.
    confineTo: isUsual ? stateFolder : undefined,
    derivedTables: { ...derivedSearchTables, ...derivedKnowledgeTables, ...derivedCompressionTables },
  };
}

/** An excerpt and the output of a tool have the limits of a chunk and of a file. */
function packingOptions({ chunking, ...context }: Configuration['context']): PackingOptionsInput {
  const sections = Object.keys(packingSections) as (keyof typeof packingSections)[];
  const ofUser = Object.fromEntries(sections.map((section) => [section, context[section]]));
  return { ...ofUser, maxWholeTokens: chunking.maxChunkTokens, maxOutputBytes: chunking.maxFileSizeBytes };
}
