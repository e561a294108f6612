import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { IClock } from '@lexichord/abstractions';

import { userConfigurationFile, workspaceConfigurationPath } from './configuration-paths.js';
import type { ConfigurationReloader } from './configuration-reloader.js';
import type { ConfigurationSources } from './load-configuration.js';

/**
 * Time between two looks at the files, in milliseconds. Two files cost nothing, and unlike events of a file system, looking
 * misses neither a folder that is made in the same moment nor a file that is replaced.
 */
const pollMs = 100;

/**
 * Reloads the configuration whenever the workspace's file or the user's changes, whether they exist yet or not. An editor
 * writes a file in several steps, so a change is read once two looks in a row have seen the same. Until the function that
 * it returns is called, the process goes on.
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

/** Another text for another state of the file: what it is, its size and its times. */
async function fileState(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}
