import { dirname, join } from 'node:path';

import { ErrorCode, type IClock, LexichordError } from '@lexichord/abstractions';

import { Debounce } from '../async/debounce.js';
import { userConfigurationFile, workspaceConfigurationPath } from './configuration-paths.js';
import type { ConfigurationReloader } from './configuration-reloader.js';
import type { ConfigurationSources } from './load-configuration.js';

/** An editor writes a file in several steps. It is read once nothing has changed for this time, in milliseconds. */
const quietMs = 100;

/** What watching needs beside the files. */
export interface ConfigurationWatchOptions {
  readonly clock: IClock;
  /** Called when changes can no longer be seen. */
  readonly onWatchFailed: (error: LexichordError) => void;
}

/**
 * Has the configuration read again whenever the workspace's file or the user's changes, whether they exist yet or not.
 * Resolves when it watches, with a function that stops both the watch and the reloader. Until then the process goes on.
 */
export async function watchConfiguration(
  reloader: ConfigurationReloader,
  { clock, onWatchFailed }: ConfigurationWatchOptions,
): Promise<() => Promise<void>> {
  const chokidar = await import('chokidar');
  const files = watchedFiles(reloader.sources);
  // The folders above are watched too, since a file, and its folder, may be made later; nothing else in them is.
  const paths = new Set(files.flatMap((file) => [file, dirname(file), dirname(dirname(file))]));
  const roots = files.map((file) => dirname(dirname(file)));
  const watcher = chokidar.watch(roots, {
    ignored: (path) => !paths.has(path),
    ignoreInitial: true,
  });

  // The listener is told of a broken configuration.
  const reload = new Debounce({ quietMs, clock }, () => void reloader.reload().catch(() => undefined));
  watcher.on('all', (event) => {
    if (event === 'add' || event === 'change' || event === 'unlink') reload.trigger();
  });
  watcher.on('error', (cause) =>
    onWatchFailed(
      new LexichordError(ErrorCode.ioFailed, 'The configuration cannot be watched. Reload it by hand.', { cause }),
    ),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  // A change between the first load and now would have been missed.
  reload.trigger();
  return async () => {
    reload.cancel();
    reloader.stop();
    await watcher.close();
  };
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}
