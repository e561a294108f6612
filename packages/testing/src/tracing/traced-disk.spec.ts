import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeTraced } from './describe-traced.js';

describeTraced('a disk that is traced', ({ disk }) => {
  let folder: string;
  let root: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-disk-')));
    root = join(folder, 'root');
    mkdirSync(root);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs shell commands in a folder with one file, and says what each file holds after a power cut. */
  async function afterPowerCut(script: string): Promise<Readonly<Record<string, string>>> {
    writeFileSync(join(root, 'old'), 'before');
    const traced = disk(root);
    traced.settle();
    const { exitCode, stderr } = await traced.run(['/bin/sh', '-c', script], { PATH: process.env['PATH'] });
    expect([exitCode, stderr]).toEqual([0, '']);
    traced.cutPower(join(folder, 'copy'));
    const names = readdirSync(join(folder, 'copy'));
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'copy', name), 'utf8')]));
  }

  it.each([
    ['a file that nobody flushed', 'echo a > new', { old: 'before' }],
    ['a file without its name', 'echo a > new; sync new', { old: 'before' }],
    ['a name without its file', 'echo a > new; sync .', { old: 'before', new: '' }],
    ['nothing that was flushed', 'echo a > new; sync new; sync .', { old: 'before', new: 'a\n' }],
    ['what was written after flushing', 'echo a > new; sync new .; echo b >> new', { old: 'before', new: '' }],
    ['what was written into an old file', 'echo after > old', { old: '' }],
    ['a name that a flushed file got later', 'echo a > new; sync new .; mv new other', { old: 'before' }],
  ])('loses %s', async (_what, script, left) => {
    expect(await afterPowerCut(script)).toEqual(left);
  });
});
