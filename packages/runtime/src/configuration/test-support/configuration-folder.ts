import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isLexichordError } from '@lexichord/abstractions';

import { type ConfigurationSources, loadConfiguration } from '../load-configuration.js';

/** Holds the user's home and the workspace of the test that runs. */
export let folder: string;
export let workspaceRoot: string;

/** Gives every test of a file an empty home and an empty workspace. */
export function useConfigurationFolder(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-config-'));
    workspaceRoot = join(folder, 'workspace');
    await mkdir(workspaceRoot);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));
}

export async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

export function writeWorkspaceFile(yaml: string): Promise<void> {
  return write('workspace/.agent/config.yml', yaml);
}

export function writeUserFile(yaml: string): Promise<void> {
  return write('home/.config/lexichord/config.yml', yaml);
}

export function load(
  environment: Record<string, string> = {},
  more: Partial<ConfigurationSources> = {},
): ReturnType<typeof loadConfiguration> {
  return loadConfiguration({ workspaceRoot, environment: { HOME: join(folder, 'home'), ...environment }, ...more });
}

export async function messageOf(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  return isLexichordError(error) ? `${error.code}: ${error.message}` : String(error);
}
