import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type IClock, workspaceConfigurationPath } from '@lexichord/abstractions';
import { contentIdOf } from '@lexichord/platform/internal';

import { userConfigurationFile } from './configuration-paths.js';
import type { ConfigurationReloader } from './configuration-reloader.js';
import type { ConfigurationSources } from './load-configuration.js';

/**
 * Polling interval in milliseconds. Polling two files is cheap, and unlike events of a file system, it misses neither
 * new folders nor replaced files.
 */
const pollMs = 100;

/**
 * Reloads the configuration when the workspace's or the user's file changes, appears or disappears. Editors write a
 * file in several steps, so a change is read when two consecutive checks see the same state. Keeps the process alive
 * until it is stopped.
 *
 * @returns a function that stops both the watch and the reloader
 */
export function watchConfiguration(reloader: ConfigurationReloader, { clock }: { readonly clock: IClock }): () => void {
  const files = watchedFiles(reloader.sources);
  let stopTimer = (): void => undefined;
  let isStopped = false;
  let seen: string | undefined;
  // Changes between the first load and now are read, too.
  let loaded: string | undefined;

  const look = async (): Promise<void> => {
    const state = (await Promise.all(files.map(fileState))).join('\n');
    if (state === seen && state !== loaded) {
      loaded = state;
      // The listener reports an invalid configuration.
      await reloader.reload().catch(() => undefined);
    }
    seen = state;
    if (!isStopped) stopTimer = clock.startTimer(pollMs, () => void look());
  };
  void look();
  return () => {
    isStopped = true;
    stopTimer();
    reloader.stop();
  };
}

/** Fingerprint of a file: identity, size and times, or the error code. */
async function fileState(file: string): Promise<string> {
  try {
    return contentIdOf(await stat(file, { bigint: true }));
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}
