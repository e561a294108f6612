import 'reflect-metadata';
import { readdir, realpath } from 'node:fs/promises';
import {
  ErrorCode,
  IChatCompletionService,
  type IClock,
  type ILexichordRuntime,
  type ILicenseService,
  type ILogger,
  IStateCheck,
  IStateFolder,
  IStateInspector,
  LexichordError,
} from '@lexichord/abstractions';
import { registerAgentsModule } from '@lexichord/agents';
import { registerChunkerModule } from '@lexichord/chunker';
import { registerCompressionModule } from '@lexichord/compression';
import {
  type LogLevels,
  RandomIdSource,
  SystemClock,
  createOpenTelemetryMetrics,
  createPinoLogger,
  oncePerContainer,
  registerPlatformModule,
} from '@lexichord/platform';
import { unlicensed, verifyLicense } from '@lexichord/license';
import { registerKnowledgeGraphModule } from '@lexichord/knowledge-graph';
import { type PackingOptionsInput, packingSections, registerPackerModule } from '@lexichord/packer';
import { registerPreviewModule } from '@lexichord/preview';
import { registerSearchModule } from '@lexichord/search';
import { registerSecretsModule } from '@lexichord/secrets';
import { type StorageServices, registerStorageModule } from '@lexichord/storage';
import { findDamagedTables } from '@lexichord/storage/internal';
import { registerStyleRulesModule } from '@lexichord/style-rules';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { isInsideOfRepository, tracksPath } from '@lexichord/workspace/internal';
import { container as rootContainer } from 'tsyringe';
import type { Configuration } from './configuration/configuration-schema.js';
import { type ConfigurationSources, loadConfiguration } from './configuration/load-configuration.js';
import { requireLanguageModel } from './configuration/require-usable.js';
import { createTokenCounter } from './create-token-counter.js';
import { LexichordRuntime } from './lexichord-runtime.js';
import { type ChangeLogLevels, LiveConfiguration } from './live-configuration.js';
import type { RuntimeOptions } from './runtime-options.js';
import { OriginRecords } from './state/origin-records.js';
import { StateFilesCheck } from './state/state-files-check.js';
import { StateFolder } from './state/state-folder.js';
import { StateInspector } from './state/state-inspector.js';
import { type StatePlaces, stateFolderName, statePlaces } from './state/state-places.js';
import { storeOptions } from './state/store-options.js';
import { StrategyStateFile } from './state/strategy-state-file.js';

/**
 * Opens a workspace: reads the configuration, verifies the licence, builds a container of its own, registers what the
 * licence allows, and switches the strategies as they were left.
 *
 * @throws {LexichordError} `not-found` without a workspace folder, `invalid-argument` for the inside of a git
 *   repository, `invalid-configuration` naming every bad key
 */
export async function createRuntime(options: RuntimeOptions): Promise<ILexichordRuntime> {
  const { clock = new SystemClock(), idSource = new RandomIdSource() } = options;
  const workspaceRoot = await resolveWorkspace(options.workspaceRoot);
  const sources = configurationSources(options, workspaceRoot);
  const opened = await loadConfiguration(sources);
  const { values } = opened;
  const { logger, changeLogLevels } = openLogger(options, { clock, levels: values.logging });
  const configuration = new LiveConfiguration(values, changeLogLevels);
  const license = await openLicense(options, { clock, logger });
  const metrics = createOpenTelemetryMetrics();
  const tokenCounter = createTokenCounter(values);

  const container = rootContainer.createChildContainer();
  registerPlatformModule(container, { logger, clock, idSource, license, tokenCounter, metrics });
  const { styleConfig, ...ofFiles } = values.workspace;
  registerWorkspaceModule(container, { options: { ...ofFiles, root: workspaceRoot } });
  registerStyleRulesModule(container, { options: { styleConfig } });
  const places = statePlaces({ ...options, workspaceRoot });
  const records = new OriginRecords(places.records);
  const folder = await chooseStateFolder(places, {
    ...{ workspaceRoot, records, clock, idSource, logger },
    trustsState: options.trustsState === true,
  });
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

  const stateFile = new StrategyStateFile(folder, logger.forSource('StrategyStateFile'));
  const isTrusted = options.trustsState === true || folder.path !== places.inWorkspace;
  const stateFiles = new StateFilesCheck({ folder, records, isTrusted, strategies: stateFile });
  container.register(IStateCheck, { useValue: stateFiles });
  container.register(IStateInspector, { useClass: StateInspector }, oncePerContainer);
  const runtime = new LexichordRuntime(container, { workspaceRoot, configuration, sources, opened, stateFile });
  await runtime.start({ watchConfiguration: options.watchConfiguration === true });
  return runtime;
}

/** An excerpt and the output of a tool have the limits of a chunk and of a file. */
function packingOptions({ chunking, ...context }: Configuration['context']): PackingOptionsInput {
  const sections = Object.keys(packingSections) as (keyof typeof packingSections)[];
  const ofUser = Object.fromEntries(sections.map((section) => [section, context[section]]));
  return { ...ofUser, maxWholeTokens: chunking.maxChunkTokens, maxOutputBytes: chunking.maxFileSizeBytes };
}

async function resolveWorkspace(folder: string): Promise<string> {
  const { root, names } = await readWorkspace(folder);
  if (!isInsideOfRepository(names)) return root;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The workspace folder "${folder}" is the inside of a git repository, which has no files to work on. Check a branch out with "git worktree add", and name that folder with --workspace.`,
    { details: { folder } },
  );
}

async function readWorkspace(folder: string): Promise<{ readonly root: string; readonly names: readonly string[] }> {
  try {
    const root = await realpath(folder);
    return { root, names: await readdir(root) };
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.notFound,
      `The workspace folder "${folder}" does not exist or cannot be opened. Name another with --workspace.`,
      { details: { folder }, cause },
    );
  }
}

/** For the question to git whether the folder came with the repository. */
const gitTimeoutMs = 2_000;

interface StateServices extends StorageServices {
  readonly workspaceRoot: string;
  readonly records: OriginRecords;
  readonly trustsState: boolean;
}

async function chooseStateFolder(
  places: StatePlaces,
  { workspaceRoot, records, trustsState, ...services }: StateServices,
): Promise<StateFolder> {
  const { signal } = new AbortController();
  return StateFolder.choose(places, {
    records,
    isTracked: () =>
      tracksPath(stateFolderName, { root: workspaceRoot, clock: services.clock, timeoutMs: gitTimeoutMs, signal }),
    damagedTables: (address, call) => findDamagedTables({ address }, services, call),
    isTrusted: trustsState,
  });
}

function configurationSources(
  { userConfigurationFile, environment = {}, configuration }: RuntimeOptions,
  workspaceRoot: string,
): ConfigurationSources {
  return { workspaceRoot, userFile: userConfigurationFile, environment, overrides: configuration };
}

/** A host's own logger has levels of its own. */
function openLogger(
  { logger: own }: RuntimeOptions,
  { clock, levels }: { clock: IClock; levels: LogLevels },
): { readonly logger: ILogger; readonly changeLogLevels: ChangeLogLevels } {
  if (own !== undefined) return { logger: own, changeLogLevels: undefined };
  const logger = createPinoLogger({ clock, levels });
  return { logger, changeLogLevels: (changed) => logger.changeLevels(changed) };
}

async function openLicense(
  { license, lowerTierTo }: RuntimeOptions,
  { clock, logger }: { clock: IClock; logger: ILogger },
): Promise<ILicenseService> {
  const service =
    license === undefined ? unlicensed() : await verifyLicense({ ...license, clock, lowerTo: lowerTierTo });
  const { status, message } = service.info;
  if (status !== 'valid') logger.forSource('License').warn('Licence: {Message}', { Message: message });
  return service;
}
