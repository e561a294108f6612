import { chownSync, lchownSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, parse } from 'node:path';

import { aFolder } from '../test-support/run-command.js';
import { findSettingsFolder, findWorkspace } from './find-workspace.js';
import { sampleWorkspace } from './package-files.js';

const globals = { json: false, debug: false };

describe('findWorkspace', () => {
  it.each(['.agent/config.yml', '.lexichord/state.json', '.git/HEAD', '.git'])(
    'finds the folder with %s upwards',
    async (marker) => {
      const root = aFolder({ [marker]: '' });
      const inner = join(root, 'a/b');
      mkdirSync(inner, { recursive: true });

      expect(findWorkspace(globals, { workingDirectory: inner, environment: {} })).toBe(root);
    },
  );

  it('takes the nearest', async () => {
    const root = aFolder({ '.git/HEAD': '', 'package/.agent/config.yml': '' });

    expect(findWorkspace(globals, { workingDirectory: join(root, 'package'), environment: {} })).toBe(
      join(root, 'package'),
    );
  });

  it('goes past a marker of another user, unless the folder is named', async () => {
    const root = aFolder({ '.lexichord/state.json': '', 'mine/notes.md': '' });
    const workingDirectory = join(root, 'mine');
    // Only the administrator can give files away.
    if (process.getuid?.() !== 0) jest.spyOn(process, 'getuid').mockReturnValue(lstatSync(root).uid + 1);
    else chownSync(join(root, '.lexichord'), 4_242, -1);

    expect(findWorkspace(globals, { workingDirectory, environment: {} })).toBe(workingDirectory);
    expect(findWorkspace({ ...globals, workspace: '..' }, { workingDirectory, environment: {} })).toBe(root);
    jest.restoreAllMocks();
  });

  const asAdministrator = process.getuid?.() === 0 ? it : it.skip;
  asAdministrator('goes past another user’s link to a folder of one’s own', async () => {
    const root = aFolder({ 'mine/notes.md': '', 'elsewhere/HEAD': '' });
    const workingDirectory = join(root, 'mine');
    symlinkSync('elsewhere', join(root, '.git'));
    expect(findWorkspace(globals, { workingDirectory, environment: {} })).toBe(root);

    lchownSync(join(root, '.git'), 4_242, 4_242);

    expect(findWorkspace(globals, { workingDirectory, environment: {} })).toBe(workingDirectory);
  });

  it('takes the current folder when there is no marker', async () => {
    const root = aFolder();

    expect(findWorkspace(globals, { workingDirectory: root, environment: {} })).toBe(root);
  });

  it('goes past no home folder, even one with a marker', async () => {
    const home = aFolder({ '.git/HEAD': '', 'project/notes.md': '' });
    const project = join(home, 'project');

    expect(findWorkspace(globals, { workingDirectory: project, environment: { HOME: home } })).toBe(project);
  });

  it('refuses a home folder and the root unless they are named', async () => {
    const home = aFolder({ '.git/HEAD': '' });
    const environment = { HOME: home };

    expect(() => findWorkspace(globals, { workingDirectory: home, environment })).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }) as Error,
    );
    expect(() => findWorkspace(globals, { workingDirectory: parse(home).root, environment })).toThrow('--workspace');
    expect(findWorkspace({ ...globals, workspace: '.' }, { workingDirectory: home, environment })).toBe(home);
  });

  it('takes a named folder relative to the current one, and refuses what is none', async () => {
    const root = aFolder({ 'a/file.md': '' });
    const place = { workingDirectory: root, environment: {} };

    expect(findWorkspace({ ...globals, workspace: 'a' }, place)).toBe(join(root, 'a'));
    expect(() => findWorkspace({ ...globals, workspace: 'a/file.md' }, place)).toThrow('is not a folder');
    expect(() => findWorkspace({ ...globals, workspace: 'nowhere' }, place)).toThrow('is not a folder');
  });
});

describe('findSettingsFolder', () => {
  it('stands in for a home folder with the sample, which has no settings', async () => {
    const home = aFolder();

    expect(findSettingsFolder(globals, { workingDirectory: home, environment: { HOME: home } })).toBe(sampleWorkspace);
  });
});
