import { ErrorCode, LexichordError, workspaceConfigurationPath } from '@lexichord/abstractions';
import { type OptionSchema, deepFreeze, invalidOptionsError, parseOptions } from '@lexichord/platform/internal';

import { type ConfigurationLayer, type ConfigurationOrigin, mergeLayers } from './configuration-layer.js';
import { type EnvironmentVariables, userConfigurationFile, withTilde } from './configuration-paths.js';
import type { Configuration, ConfigurationInput } from './configuration-schema.js';
import { environmentLayer } from './environment-layer.js';
import { readFileLayer, readWorkspaceLayer } from './file-layer.js';
import { findLayerProblems } from './layer-problems.js';
import { type PlainMapping, isPlainMapping, leavesOf, valueAtPath } from './plain-value.js';
import { judgeTemplateFile } from './template-file.js';

/** Files, variables and arguments that a configuration is read from. */
export interface ConfigurationSources {
  /** Absolute path. */
  readonly workspaceRoot: string;
  /**
   * The user's file, which then must exist. Default: the one in the environment's home or XDG folder, if any.
   */
  readonly userFile?: string | undefined;
  /** Usually `process.env`; an empty one disables variables and the user's default file. */
  readonly environment: EnvironmentVariables;
  /** Values from flags or a host's code, with the highest precedence. */
  readonly overrides?: ConfigurationInput | undefined;
}

/** A loaded configuration with its origins. */
export interface LoadedConfiguration {
  readonly values: Configuration;
  /** Origins of all values, by dotted key. */
  readonly origins: ReadonlyMap<string, ConfigurationOrigin>;
  /** Names of the read files, in ascending precedence: relative to the workspace, or with `~`. */
  readonly files: readonly string[];
  /** Warnings about ignored values, of a sentence or two each. */
  readonly warnings: readonly string[];
}

/**
 * Reads, checks and merges the configuration: defaults, the user's file, the workspace's file, the environment, flags
 * (T-016 AC-146..150). All problems are found here, before anything runs.
 *
 * @throws {LexichordError} `invalid-configuration` listing every problem with key, value, location and allowed values;
 * `io-failed`; `not-found` for a missing `userFile`
 * @throws {PathDeniedError} if the workspace's file is a link to a file outside the workspace
 */
export async function loadConfiguration(sources: ConfigurationSources): Promise<LoadedConfiguration> {
  const {
    accumulatedKeys,
    configurationOptions,
    configurationSchema: schema,
    trustedOnlyKeys,
  } = await import('./configuration-schema.js');
  const { camelCaseKeys, snakeCaseKeys } = await import('./key-spelling.js');
  // Created on demand: only variables and errors need it, and it takes longer than the check of a usual configuration.
  let madeSchema: OptionSchema | undefined;
  const jsonSchema = (): OptionSchema => (madeSchema ??= schema.toJSONSchema({ io: 'input' }) as OptionSchema);
  const overrides = snakeCaseKeys(configurationOptions, sources.overrides);
  const layers = [...(await readLayers(sources, jsonSchema)), ...flagLayers(overrides)];

  const userFileLabel = userFileName(sources) ?? 'your own configuration file';
  const rules = { schema, jsonSchema, trustedOnlyKeys, userFileLabel };
  const problems = layers.flatMap((layer) => findLayerProblems(layer, rules));
  if (problems.length > 0) throw invalidOptionsError('configuration', problems);

  const templateRules = { userFileLabel, environment: sources.environment };
  const judged = layers.map((layer) => judgeTemplateFile(layer, templateRules));
  const usable = judged.map(({ layer }) => layer);
  const merged = mergeLayers(
    usable.map(({ value }) => value),
    accumulatedKeys,
  );
  const { settings, values } = settingsOnce(merged, () => {
    const checked = parseOptions(schema, merged, 'configuration') as PlainMapping;
    return {
      settings: checked,
      values: deepFreeze(camelCaseKeys(configurationOptions, checked) as Configuration),
    };
  });
  const files = layers.filter(({ origin }) => origin === 'user' || origin === 'workspace').map(({ label }) => label);
  const warnings = judged.flatMap(({ warning }) => warning ?? []);
  return { values, origins: findOrigins(settings, usable), files, warnings };
}

/** The same settings by their keys in files and in code. */
interface Settings {
  readonly settings: PlainMapping;
  readonly values: Configuration;
}

/** Maximum number of settings that are kept: of some workspaces, each with and without flags. */
const maxKnown = 8;
const known = new Map<string, Settings>();

/** Checks settings unless it has: a process that goes on reads the same ones for every command. */
function settingsOnce(merged: unknown, check: () => Settings): Settings {
  const text = JSON.stringify(merged);
  const before = known.get(text);
  if (before !== undefined) return before;
  const settings = check();
  if (known.size >= maxKnown) known.clear();
  known.set(text, settings);
  return settings;
}

/** Reads the layers below flags, in ascending precedence. */
async function readLayers(
  sources: ConfigurationSources,
  jsonSchema: () => OptionSchema,
): Promise<readonly ConfigurationLayer[]> {
  const [user, workspace] = await Promise.all([readUserLayer(sources), readWorkspaceLayer(sources.workspaceRoot)]);
  const layers = [user, workspace, environmentLayer(sources.environment, jsonSchema)];
  return layers.filter((layer) => layer !== undefined);
}

async function readUserLayer(sources: ConfigurationSources): Promise<ConfigurationLayer | undefined> {
  const path = sources.userFile ?? userConfigurationFile(sources.environment);
  const label = userFileName(sources);
  if (path === undefined || label === undefined) return undefined;
  const layer = await readFileLayer(path, label);
  if (layer === undefined && sources.userFile !== undefined) {
    throw new LexichordError(ErrorCode.notFound, `${label} does not exist. Create it, or name another file.`, {
      details: { file: label },
    });
  }
  return layer;
}

/** Names of all possible configuration files, existing or not, as in {@link LoadedConfiguration.files}. */
export function configurationFileNames(
  sources: Pick<ConfigurationSources, 'userFile' | 'environment'>,
): readonly string[] {
  const user = userFileName(sources);
  return user === undefined ? [workspaceConfigurationPath] : [user, workspaceConfigurationPath];
}

function userFileName({
  userFile,
  environment,
}: Pick<ConfigurationSources, 'userFile' | 'environment'>): string | undefined {
  const path = userFile ?? userConfigurationFile(environment);
  return path === undefined ? undefined : withTilde(path, environment);
}

function flagLayers(overrides: unknown): readonly ConfigurationLayer[] {
  if (!isPlainMapping(overrides)) return [];
  return [{ origin: 'flag', value: overrides, label: 'flags', locate: () => 'from a flag', problems: [] }];
}

function findOrigins(
  settings: PlainMapping,
  layers: readonly ConfigurationLayer[],
): ReadonlyMap<string, ConfigurationOrigin> {
  const strongestFirst = layers.toReversed();
  return new Map(
    leavesOf(settings).map(({ path }) => {
      const layer = strongestFirst.find(({ value }) => valueAtPath(value, path) !== undefined);
      return [path.join('.'), layer?.origin ?? 'default'];
    }),
  );
}
