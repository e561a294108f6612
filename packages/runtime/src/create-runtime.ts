import 'reflect-metadata';
import { realpath } from 'node:fs/promises';
import {
  ErrorCode,
  type IClock,
  type ILexichordRuntime,
  type ILicenseService,
  type ILogger,
  LexichordError,
} from '@lexichord/abstractions';
import { registerAgentsModule } from '@lexichord/agents';
import {
  type Configuration,
  RandomIdSource,
  SystemClock,
  createOpenTelemetryMetrics,
  createPinoLogger,
  loadConfiguration,
  registerPlatformModule,
  unlicensed,
  verifyLicense,
} from '@lexichord/platform';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer } from 'tsyringe';
import { createTokenCounter } from './create-token-counter.js';
import { LexichordRuntime } from './lexichord-runtime.js';
import { agentDefinitions, assemblerOptions, logLevelsOf, workspaceOptions } from './module-settings.js';
import type { RuntimeOptions } from './runtime-options.js';
import { StrategyStateFile } from './strategy-state-file.js';

/**
 * Opens a workspace: reads the configuration, verifies the licence, builds a container of its own, registers what the
 * licence allows, and switches the strategies as they were left.
 *
 * @throws {LexichordError} `not-found` without a workspace folder, `invalid-configuration` naming every bad key
 */
export async function createRuntime(options: RuntimeOptions): Promise<ILexichordRuntime> {
  const { clock = new SystemClock(), idSource = new RandomIdSource() } = options;
  const workspaceRoot = await resolveWorkspace(options.workspaceRoot);
  const configuration = await readConfiguration(options, workspaceRoot);
  const logger = options.logger ?? (await createPinoLogger({ clock, levels: logLevelsOf(configuration) }));
  const license = await openLicense(options, { clock, logger });
  const metrics = await createOpenTelemetryMetrics();
  const tokenCounter = createTokenCounter(configuration);

  const container = rootContainer.createChildContainer();
  registerPlatformModule(container, { logger, clock, idSource, license, tokenCounter, metrics });
  registerWorkspaceModule(container, workspaceOptions(configuration, workspaceRoot));
  options.register?.(container);
  // Last, because a strategy is registered only where the service it needs is.
  registerAgentsModule(container, license, {
    options: assemblerOptions(configuration),
    agents: agentDefinitions(configuration),
    customStrategies: options.customStrategies ?? [],
  });

  const { cacheFolder, environment } = options;
  const stateFile = new StrategyStateFile(
    { workspaceRoot, cacheFolder, environment },
    idSource,
    logger.forSource('StrategyStateFile'),
  );
  const runtime = new LexichordRuntime(container, { workspaceRoot, configuration, stateFile });
  await runtime.restoreSwitches();
  return runtime;
}

async function resolveWorkspace(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.notFound,
      `The workspace folder "${folder}" does not exist or cannot be opened. Name another with --workspace.`,
      { details: { folder }, cause },
    );
  }
}

async function readConfiguration(
  { userConfigurationFile, environment = {}, configuration }: RuntimeOptions,
  workspaceRoot: string,
): Promise<Configuration> {
  const { values } = await loadConfiguration({
    workspaceRoot,
    userFile: userConfigurationFile,
    environment,
    overrides: configuration,
  });
  return values;
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
