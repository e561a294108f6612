import { dirname, join } from 'node:path';

import { ErrorCode, LexichordError, type Unsubscribe, isLexichordError } from '@lexichord/abstractions';

import { userConfigurationFile, workspaceConfigurationPath } from './configuration-paths.js';
import { type ConfigurationSources, type LoadedConfiguration, loadConfiguration } from './load-configuration.js';

/** What happens when a configuration file changes. */
export interface ConfigurationWatch {
  /** What is in force now; only another configuration is a change. */
  readonly current: LoadedConfiguration;
  /** A changed file that is good. Also after a broken one was put back as it was. */
  readonly onChange: (loaded: LoadedConfiguration) => void;
  /** A changed file that is broken: what was in force stays in force. */
  readonly onError: (error: LexichordError) => void;
}

/** Editors write a file in several steps; so long, in milliseconds, it must be left alone before it is read. */
const settledAfterMs = 50;

/**
 * Watches the workspace's file and the user's, whether they exist yet or not. Resolves when it watches, with a
 * function that stops it.
 */
export async function watchConfiguration(
  sources: ConfigurationSources,
  { current, onChange, onError }: ConfigurationWatch,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  const files = watchedFiles(sources);
  // The folders above are watched too, since a file, and its folder, may be made later; nothing else in them is.
  const paths = new Set(files.flatMap((file) => [file, dirname(file), dirname(dirname(file))]));
  const roots = files.map((file) => dirname(dirname(file)));
  const watcher = watch(roots, {
    ignored: (path) => !paths.has(path),
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: settledAfterMs, pollInterval: settledAfterMs / 2 },
  });

  const reload = makeReload(sources, { current, onChange, onError });
  watcher.on('all', (event) => {
    if (event === 'add' || event === 'change' || event === 'unlink') reload.request();
  });
  watcher.on('error', (cause) =>
    onError(
      new LexichordError(ErrorCode.ioFailed, 'The configuration cannot be watched. Reload it by hand.', { cause }),
    ),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  // A change between the first load and now would have been missed.
  reload.request();
  return async () => {
    reload.stop();
    await watcher.close();
  };
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}

/** Loads one at a time; what is asked for meanwhile is one more load. */
function makeReload(
  sources: ConfigurationSources,
  watch: ConfigurationWatch,
): { request: () => void; stop: Unsubscribe } {
  let inForce = JSON.stringify(watch.current.values);
  let broken = false;
  let running = false;
  let again = false;
  let stopped = false;

  const loadOnce = async (): Promise<void> => {
    try {
      const loaded = await loadConfiguration(sources);
      const values = JSON.stringify(loaded.values);
      if (stopped || (values === inForce && !broken)) return;
      [inForce, broken] = [values, false];
      watch.onChange(loaded);
    } catch (error) {
      if (stopped) return;
      broken = true;
      watch.onError(isLexichordError(error) ? error : unexpected(error));
    }
  };
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await loadOnce();
    } while (again && !stopped);
    running = false;
  };
  return {
    request: () => {
      again = true;
      if (!running && !stopped) void run();
    },
    stop: () => {
      stopped = true;
    },
  };
}

function unexpected(cause: unknown): LexichordError {
  return new LexichordError(ErrorCode.internal, 'A change of the configuration could not be applied.', { cause });
}
