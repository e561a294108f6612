import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { ARepository } from '../git/test-support/a-repository.js';
import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { WorkspaceListing } from './workspace-listing.js';

describe('folders of a whole listing', () => {
  let repository: ARepository;

  beforeEach(async () => {
    repository = await ARepository.folder();
    await repository.write('.gitignore', 'dist/\n');
    await repository.write('src/a.ts', 'one\n');
    for (const folder of ['empty/inner', 'dist/out', 'node_modules/b', 'private'])
      await mkdir(join(repository.root, folder), { recursive: true });
  });

  afterEach(() => repository.remove());

  const foldersOf = async (paths?: readonly string[]): Promise<readonly string[]> => {
    const [log, folders] = [new RecordingLogger(), [] as string[]];
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: repository.root, deny: ['private/'] }), log);
    const listing = new WorkspaceListing(guard, new PatientClock(), log);
    const onFolder = (path: string): unknown => folders.push(path);
    for await (const file of listing.list({ paths, onFolder })) expect(file.sizeBytes).toBeGreaterThan(0);
    return folders.toSorted();
  };

  it('are those in which there could be files, in a repository and outside of one', async () => {
    const expected = ['', 'empty/', 'empty/inner/', 'src/'];

    expect(await foldersOf()).toEqual(expected);
    repository.git('init', '-q', '-b', 'main');
    expect(await foldersOf()).toEqual(expected);
  });

  it('are none of build output that no rule speaks of', async () => {
    repository.git('init', '-q', '-b', 'main');
    await rm(join(repository.root, '.gitignore'));
    for (const path of ['dist/a.js', 'dist/in/b.js', 'pkg/build/c.js', 'coverage/kept/d.js', 'coverage/e/f.js'])
      await repository.write(path, 'one\n');
    repository.git('add', 'coverage/kept');

    expect(await foldersOf()).toEqual(['', 'coverage/', 'coverage/kept/', 'empty/', 'empty/inner/', 'pkg/', 'src/']);
  });

  it('are not told of named paths', async () => {
    expect(await foldersOf(['src'])).toEqual([]);
  });
});
