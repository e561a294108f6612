import { dirname, join } from 'node:path';

import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

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
  watch: ConfigurationWatch,
): Promise<() => Promise<void>> {
  const chokidar = await import('chokidar');
  const files = watchedFiles(sources);
  // The folders above are watched too, since a file, and its folder, may be made later; nothing else in them is.
  const paths = new Set(files.flatMap((file) => [file, dirname(file), dirname(dirname(file))]));
  const roots = files.map((file) => dirname(dirname(file)));
  const watcher = chokidar.watch(roots, {
    ignored: (path) => !paths.has(path),
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: settledAfterMs, pollInterval: settledAfterMs / 2 },
  });

  const reloader = new Reloader(sources, watch);
  watcher.on('all', (event) => {
    if (event === 'add' || event === 'change' || event === 'unlink') reloader.request();
  });
  watcher.on('error', (cause) =>
    watch.onError(
      new LexichordError(ErrorCode.ioFailed, 'The configuration cannot be watched. Reload it by hand.', { cause }),
    ),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  // A change between the first load and now would have been missed.
  reloader.request();
  return async () => {
    reloader.stop();
    await watcher.close();
  };
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}

/** Loads one at a time; what is asked for meanwhile is one more load. */
class Reloader {
  private inForce: string;
  private broken = false;
  private stopped = false;
  private requests = 0;

  constructor(
    private readonly sources: ConfigurationSources,
    private readonly watch: ConfigurationWatch,
  ) {
    this.inForce = JSON.stringify(watch.current.values);
  }

  request(): void {
    this.requests += 1;
    if (this.requests === 1) void this.loadWhileRequested();
  }

  stop(): void {
    this.stopped = true;
  }

  private async loadWhileRequested(): Promise<void> {
    while (this.requests > 0 && !this.stopped) {
      this.requests = 1;
      await this.loadOnce();
      // More than one: something changed while it loaded.
      this.requests -= 1;
    }
  }

  private async loadOnce(): Promise<void> {
    try {
      const loaded = await loadConfiguration(this.sources);
      this.report(loaded);
    } catch (error) {
      if (this.stopped) return;
      this.broken = true;
      this.watch.onError(isLexichordError(error) ? error : unexpected(error));
    }
  }

  private report(loaded: LoadedConfiguration): void {
    const values = JSON.stringify(loaded.values);
    if (this.stopped || (values === this.inForce && !this.broken)) return;
    this.inForce = values;
    this.broken = false;
    this.watch.onChange(loaded);
  }
}

function unexpected(cause: unknown): LexichordError {
  return new LexichordError(ErrorCode.internal, 'A change of the configuration could not be applied.', { cause });
}
