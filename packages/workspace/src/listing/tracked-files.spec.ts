import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { IClock, ListOptions } from '@lexichord/abstractions';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { ARepository, day } from '../git/test-support/a-repository.js';
import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { WorkspaceListing } from './workspace-listing.js';

describe('files that git tracks', () => {
  let repository: ARepository;

  beforeEach(async () => {
    repository = await ARepository.make();
  });
  afterEach(() => repository.remove());

  interface Place {
    readonly root?: string;
    readonly clock?: IClock;
  }

  async function listed(options?: ListOptions, { root = repository.root, clock }: Place = {}): Promise<string[]> {
    const logger = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root, deny: ['denied/'] }), logger);
    const listing = new WorkspaceListing(guard, clock ?? new PatientClock(), logger);
    const paths: string[] = [];
    for await (const { relativePath } of listing.list(options)) paths.push(relativePath);
    return paths;
  }

  async function write(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await repository.write(path, `${path}\n`);
  }

  async function ignore(rules: string, place = ''): Promise<void> {
    await repository.write(`${place}.gitignore`, rules);
  }

  it('are listed although a rule names them, from the moment they are added until git forgets them', async () => {
    await ignore('*.log\n');
    await write('a.log', 'b.log', 'c.md');

    expect(await listed()).toEqual(['.gitignore', 'c.md']);
    repository.git('add', '--force', 'a.log');
    expect(await listed()).toEqual(['.gitignore', 'a.log', 'c.md']);
    repository.git('rm', '--quiet', '--cached', 'a.log');
    expect(await listed()).toEqual(['.gitignore', 'c.md']);
  });

  it('are all that is listed of an ignored folder, whatever the rules in it say', async () => {
    await ignore('build/\n');
    await ignore('!*\n', 'build/in/');
    await write('build/in/a.js', 'build/in/b.js', 'build/c.js', 'build/other/d.js', 'e.md');
    repository.git('add', '--force', 'build/in/a.js');

    expect(await listed()).toEqual(['.gitignore', 'build/in/a.js', 'e.md']);
    expect(await listed({ paths: ['build'] })).toEqual(['build/in/a.js']);
  });

  it('are left out where the guard denies them, or they are in a folder of tools', async () => {
    await ignore('*\n');
    await repository.write('.agentignore', 'private/\n*.draft\n');
    await write('.env', 'id_rsa', 'denied/a.md', 'private/b.md', 'c.draft', 'node_modules/d.js', 'e.md');
    repository.git('add', '--force', '.');

    expect(await listed()).toEqual(['.agentignore', '.gitignore', 'e.md']);
  });

  it('are those of the folder, when the workspace is one of the repository', async () => {
    await ignore('*.log\n', 'app/');
    await write('a.log', 'app/a.log', 'app/in/b.log', 'app/c.log');
    repository.git('add', '--force', 'a.log', 'app/a.log', 'app/in/b.log');

    expect(await listed({}, { root: join(repository.root, 'app') })).toEqual(['.gitignore', 'a.log', 'in/b.log']);
  });

  it('are those of a submodule, too', async () => {
    await ignore('vendor/\n*.log\n');
    await write('vendor/lib/a.ts', 'vendor/lib/in/b.log', 'vendor/lib/c.log', 'vendor/untracked.ts', 'd.log');
    const submodule = repository.at('vendor/lib');
    submodule.git('init', '-q');
    submodule.git('add', '--force', 'a.ts', 'in/b.log');
    submodule.git('commit', '-q', '-m', 'Change');
    repository.git('add', '--force', 'vendor/lib');

    expect(await listed()).toEqual(['.gitignore', 'vendor/lib/a.ts', 'vendor/lib/in/b.log']);
  });

  it('are not looked for in more than a hundred repositories', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `s${String(index).padStart(3, '0')}`);
    await ignore('*.log\n');
    for (const name of names) await write(`${name}/a.log`);
    const commit = '1'.repeat(40);
    const links = names.map((name) => `160000 ${commit}\t${name}\n`).join('');
    repository.gitReading(links, 'update-index', '--index-info');
    const last = repository.at('s100');
    last.git('init', '-q');
    last.git('add', '--force', 'a.log');
    const warnings: string[] = [];

    expect(await listed({ onWarning: (warning) => warnings.push(warning) })).toEqual(['.gitignore']);
    expect(warnings).toEqual(['At most 100 repositories are asked for the files that they track.']);
  });

  it('are told apart in a thousand folders', async () => {
    const paths = Array.from({ length: 1_000 }, (_, index) => `a${index % 10}/b${index % 100}/c${index}.log`);
    await ignore('*.log\n');
    await write(...paths);
    const tracked = paths.filter((_, index) => index % 3 === 0);
    repository.git('add', '--force', ...tracked);

    expect(await listed()).toEqual(['.gitignore', ...tracked.sort()]);
  });

  it('have names of any kind', async () => {
    const names = ['with space.log', 'über.log', 'line\nfeed.log', '"quoted".log', '日本.log'];
    await ignore('*.log\n');
    await write(...names);
    repository.git('add', '--force', '.');

    expect(await listed()).toEqual(['.gitignore', ...names].sort());
  });

  it('are not known where there is no repository', async () => {
    await ignore('*.log\n');
    await write('a.log', 'b.md');
    repository.git('add', '--force', 'a.log');
    await rm(join(repository.root, '.git'), { recursive: true });
    const warnings: string[] = [];

    expect(await listed({ onWarning: (warning) => warnings.push(warning) })).toEqual(['.gitignore', 'b.md']);
    expect(warnings).toEqual([]);
  });

  it('are left out with a warning when git takes too long', async () => {
    await ignore('*.log\n');
    await repository.commit(day(0), 'b.md');
    await write('a.log');
    repository.git('add', '--force', 'a.log');
    const clock = Object.assign(new PatientClock(), {
      startTimer: (_timeoutMs: number, onElapsed: () => void) => {
        onElapsed();
        return () => undefined;
      },
    });
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);

    expect(await listed({ onWarning }, { clock })).toEqual(['.gitignore', 'b.md']);
    expect(warnings).toEqual([expect.stringContaining('git did not say which files it tracks (timeout)')]);
  });

  it('are not waited for when the listing is cancelled', async () => {
    await ignore('*.log\n');
    await write('a.log');
    const reason = new DOMException('enough', 'AbortError');
    const controller = new AbortController();
    const clock = Object.assign(new PatientClock(), {
      // Git has been started when its limit begins.
      startTimer: () => {
        queueMicrotask(() => controller.abort(reason));
        return () => undefined;
      },
    });

    await expect(listed({ signal: controller.signal }, { clock })).rejects.toBe(reason);
  });
});
