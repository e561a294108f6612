import { readdirSync, realpathSync } from 'node:fs';
import {
  ErrorCode,
  type IClock,
  type IIdSource,
  type ILicenseService,
  type ILogger,
  LexichordError,
} from '@lexichord/abstractions';
import { unlicensed, verifyLicense } from '@lexichord/license';
import { type LogLevels, RandomIdSource, SystemClock, createPinoLogger } from '@lexichord/platform';
import { type StorageServices, findDamagedTables } from '@lexichord/storage/internal';
import { isInsideOfRepository, tracksPath } from '@lexichord/workspace/internal';

import {
  type ConfigurationSources,
  type LoadedConfiguration,
  loadConfiguration,
} from './configuration/load-configuration.js';
import type { ChangeLogLevels } from './live-configuration.js';
import type { RuntimeOptions } from './runtime-options.js';
import { OriginRecords } from './state/origin-records.js';
import { StateFolder } from './state/state-folder.js';
import { type StateFolders, stateFolderName, stateFolders } from './state/state-folders.js';
import { StrategyStateFile } from './state/strategy-state-file.js';

/** Inputs of a runtime: everything that is read when a workspace is opened. */
export interface RuntimeInputs {
  readonly options: RuntimeOptions;
  readonly clock: IClock;
  readonly idSource: IIdSource;
  /** Absolute path, links resolved. */
  readonly workspaceRoot: string;
  /** Sources from which the configuration is read again. */
  readonly sources: ConfigurationSources;
  readonly opened: LoadedConfiguration;
  readonly logger: ILogger;
  readonly changeLogLevels: ChangeLogLevels;
  readonly license: ILicenseService;
  readonly stateFolders: StateFolders;
  readonly records: OriginRecords;
  readonly folder: StateFolder;
  readonly stateFile: StrategyStateFile;
}

/**
 * Reads the configuration, verifies the licence, and selects the folder of state.
 *
 * @throws {LexichordError} `not-found` without a workspace folder, `invalid-argument` for a bare git repository or a
 *   `.git` folder, `invalid-configuration` naming every invalid key
 */
export async function readInputs(options: RuntimeOptions): Promise<RuntimeInputs> {
  const { clock = new SystemClock(), idSource = new RandomIdSource() } = options;
  const workspaceRoot = resolveWorkspace(options.workspaceRoot);
  const sources = configurationSources(options, workspaceRoot);
  const opened = await loadConfiguration(sources);
  const { logger, changeLogLevels } = openLogger(options, { clock, levels: opened.values.logging });
  const license = await openLicense(options, { clock, logger });
  const folders = stateFolders({ ...options, workspaceRoot });
  const records = new OriginRecords(folders.records);
  const folder = await chooseStateFolder(folders, {
    ...{ workspaceRoot, records, clock, idSource, logger },
    trustsState: options.trustsState === true,
  });
  const stateFile = new StrategyStateFile(folder, logger.forSource('StrategyStateFile'));
  const read = { workspaceRoot, sources, opened, logger, changeLogLevels, license };
  return { options, clock, idSource, ...read, stateFolders: folders, records, folder, stateFile };
}

/**
 * A text that identifies the inputs of a workspace, except for those that its services check in every call: the files,
 * the index, the facts.
 */
export async function describeInputs(inputs: RuntimeInputs): Promise<string> {
  const { options, workspaceRoot, opened, license, stateFolders, folder, stateFile } = inputs;
  return JSON.stringify([
    [workspaceRoot, options.license, options.lowerTierTo, options.trustsState, license.info, stateFolders],
    [opened.values, [...opened.origins], opened.files, opened.warnings],
    [folder.path, folder.workspaceName, folder.notice],
    [...(await stateFile.read())],
  ]);
}

function resolveWorkspace(folder: string): string {
  const { root, names } = readWorkspace(folder);
  if (!isInsideOfRepository(names)) return root;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The workspace folder "${folder}" is the inside of a git repository, which has no files to work on. Check a branch out with "git worktree add", and name that folder with --workspace.`,
    { details: { folder } },
  );
}

function readWorkspace(folder: string): { readonly root: string; readonly names: readonly string[] } {
  try {
    const root = realpathSync.native(folder);
    return { root, names: readdirSync(root) };
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.notFound,
      `The workspace folder "${folder}" does not exist or cannot be opened. Name another with --workspace.`,
      { details: { folder }, cause },
    );
  }
}

/** Time limit for git to report whether the folder of state is tracked. */
const gitTimeoutMs = 2_000;

interface StateServices extends StorageServices {
  readonly workspaceRoot: string;
  readonly records: OriginRecords;
  readonly trustsState: boolean;
}

async function chooseStateFolder(
  folders: StateFolders,
  { workspaceRoot, records, trustsState, ...services }: StateServices,
): Promise<StateFolder> {
  const { signal } = new AbortController();
  return StateFolder.choose(folders, {
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

/** Opens the logger; a host's own logger has its own levels. */
function openLogger(
  { logger: own, screenLog }: RuntimeOptions,
  { clock, levels }: { clock: IClock; levels: LogLevels },
): { readonly logger: ILogger; readonly changeLogLevels: ChangeLogLevels } {
  if (own !== undefined) return { logger: own, changeLogLevels: undefined };
  const logger = createPinoLogger({ clock, levels, screen: screenLog });
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
