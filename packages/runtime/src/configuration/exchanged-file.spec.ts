import { jest as jestOfModules } from '@jest/globals';
import * as fileSystem from 'node:fs/promises';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What happens between the look at the path and the opening of the file. */
let beforeOpen: (() => Promise<void>) | undefined;

jestOfModules.unstable_mockModule('node:fs/promises', () => ({
  ...fileSystem,
  open: async (...args: Parameters<typeof fileSystem.open>) => {
    await beforeOpen?.();
    return fileSystem.open(...args);
  },
}));
const { readWorkspaceLayer } = await import('./file-layer.js');

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('a configuration that is exchanged for a link to one outside, before it is opened, is not read', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'lexichord-configuration-'));
  const root = join(parent, 'work');
  await mkdir(join(root, '.agent'), { recursive: true });
  await mkdir(join(parent, 'elsewhere'));
  await writeFile(join(root, '.agent/config.yml'), 'model: { name: gpt-4o }\n');
  await writeFile(join(parent, 'elsewhere/config.yml'), 'model: { name: outside }\n');
  const before = await readWorkspaceLayer(root);
  beforeOpen = async () => {
    await rename(join(root, '.agent'), join(root, 'kept'));
    await symlink(join(parent, 'elsewhere'), join(root, '.agent'));
  };

  await expect(readWorkspaceLayer(root)).rejects.toMatchObject({ code: 'path-denied' });

  expect(before?.value).toEqual({ model: { name: 'gpt-4o' } });
  await rm(parent, { recursive: true });
});
