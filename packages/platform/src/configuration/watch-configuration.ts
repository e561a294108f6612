import { dirname, join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { userConfigurationFile, workspaceConfigurationPath } from './configuration-paths.js';
import type { ConfigurationReloader } from './configuration-reloader.js';
import type { ConfigurationSources } from './load-configuration.js';

/** Editors write a file in several steps; so long, in milliseconds, it must be left alone before it is read. */
const settledAfterMs = 50;

/**
 * Has the configuration read again whenever the workspace's file or the user's changes, whether they exist yet or not.
 * Resolves when it watches, with a function that stops both the watch and the reloader. Until then the process goes on.
 *
 * @param onWatchFailed told when changes can no longer be seen
 */
export async function watchConfiguration(
  reloader: ConfigurationReloader,
  onWatchFailed: (error: LexichordError) => void,
): Promise<() => Promise<void>> {
  const chokidar = await import('chokidar');
  const files = watchedFiles(reloader.sources);
  // The folders above are watched too, since a file, and its folder, may be made later; nothing else in them is.
  const paths = new Set(files.flatMap((file) => [file, dirname(file), dirname(dirname(file))]));
  const roots = files.map((file) => dirname(dirname(file)));
  const watcher = chokidar.watch(roots, {
    ignored: (path) => !paths.has(path),
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: settledAfterMs, pollInterval: settledAfterMs / 2 },
  });

  // Its listener has been told of a broken one.
  const reload = (): void => void reloader.reload().catch(() => undefined);
  watcher.on('all', (event) => {
    if (event === 'add' || event === 'change' || event === 'unlink') reload();
  });
  watcher.on('error', (cause) =>
    onWatchFailed(
      new LexichordError(ErrorCode.ioFailed, 'The configuration cannot be watched. Reload it by hand.', { cause }),
    ),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  // A change between the first load and now would have been missed.
  reload();
  return async () => {
    reloader.stop();
    await watcher.close();
  };
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}
