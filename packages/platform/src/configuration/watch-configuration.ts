import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';

import type { IClock } from '@lexichord/abstractions';

import { Debounce } from '../async/debounce.js';
import { userConfigurationFile, workspaceConfigurationPath } from './configuration-paths.js';
import type { ConfigurationReloader } from './configuration-reloader.js';
import type { ConfigurationSources } from './load-configuration.js';

/**
 * The files are looked at this often, in milliseconds. Two files cost nothing, and unlike events of a file system, looking
 * misses neither a folder that is made in the same moment nor a file that another one takes the place of.
 */
const pollMs = 200;

/** An editor writes a file in several steps. It is read once nothing has changed for this time, in milliseconds. */
const quietMs = 100;

/**
 * Reloads the configuration whenever the workspace's file or the user's changes, whether they exist yet or not. Until the
 * function that it returns is called, the process goes on.
 *
 * @returns a function that stops both the watch and the reloader
 */
export function watchConfiguration(reloader: ConfigurationReloader, { clock }: { readonly clock: IClock }): () => void {
  // The listener is told of a broken configuration.
  const reload = new Debounce({ quietMs, clock }, () => void reloader.reload().catch(() => undefined));
  const onChange = (): void => reload.trigger();
  const files = watchedFiles(reloader.sources);
  for (const file of files) watchFile(file, { interval: pollMs }, onChange);
  // A change between the first load and now would have been missed.
  reload.trigger();
  return () => {
    for (const file of files) unwatchFile(file, onChange);
    reload.cancel();
    reloader.stop();
  };
}

function watchedFiles({ workspaceRoot, userFile, environment }: ConfigurationSources): readonly string[] {
  const user = userFile ?? userConfigurationFile(environment);
  return [join(workspaceRoot, workspaceConfigurationPath), ...(user === undefined ? [] : [user])];
}
