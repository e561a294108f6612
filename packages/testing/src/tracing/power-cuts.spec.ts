import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { seededNumbers } from '../builders/seeded-numbers.js';
import { describeTraced } from './describe-traced.js';
import type { DiskModel } from './disk-model.js';
import { OperationRecorder } from './operation-recorder.js';
import { PowerCuts } from './power-cuts.js';
import type { RecordedDisk, TracedRun } from './recorded-disk.js';
import { readTracedCalls } from './traced-calls.js';

describeTraced('a disk that is recorded', ({ disk }) => {
  let folder: string;
  let root: string;
  let recorded: RecordedDisk;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-disk-')));
    root = join(folder, 'root');
    mkdirSync(root);
    writeFileSync(join(root, 'old'), 'before');
    recorded = disk(root);
    recorded.settle();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(...argv: readonly string[]): Promise<TracedRun> {
    const done = await recorded.run(argv, { environment: { PATH: process.env['PATH'] } });
    expect([done.exitCode, done.stderr]).toEqual([0, '']);
    return done;
  }

  const shell = (script: string): Promise<TracedRun> => run('/bin/sh', '-c', script);
  const javascript = (script: string): Promise<TracedRun> =>
    run(process.execPath, '-e', `const fs = require('node:fs'); ${script}`);

  const contents = (model: DiskModel): Readonly<Record<string, string | undefined>> =>
    Object.fromEntries([...model.entries()].map(([path, content]) => [path, content?.toString('latin1')]));

  /** What is left when the power is cut at the end: of the kinds of cuts, the one of this name. */
  function after(what: string): Readonly<Record<string, string | undefined>> {
    const cuts = new PowerCuts(recorded.operations);
    const all = [...cuts.cutsAt(recorded.operations.length, seededNumbers(1))];
    const cut = all.find((one) => one.what === what) ?? all.find((one) => one.what === 'nothing is lost');
    return contents(cuts.diskAfter(cut!));
  }

  it.each([
    ['a file that nobody flushed', 'echo a > new', { old: 'before' }],
    ['a file without its name', 'echo a > new; sync new', { old: 'before' }],
    ['the data of a name that was flushed', 'echo a > new; sync .', { old: 'before', new: '' }],
    ['nothing that was flushed', 'echo a > new; sync new; sync .', { old: 'before', new: 'a\n' }],
    ['what was written behind a flush', 'echo a > new; sync new .; echo b >> new', { old: 'before', new: 'a\n' }],
    ['what was written into an old file', 'echo after > old', { old: 'before' }],
    ['a name that a flushed file got later', 'echo a > new; sync new .; mv new other', { old: 'before', new: 'a\n' }],
    ['the end of a name', 'rm old', { old: 'before' }],
    ['a folder with all that was flushed in it', 'mkdir in; echo a > in/new; sync in/new in', { old: 'before' }],
    ['one of two names', 'ln old new; sync .; ln old other', { old: 'before', new: 'before' }],
  ])('may lose %s', async (_what, script, left) => {
    await shell(script);

    expect(after('everything is lost')).toEqual(left);
  });

  it('may keep names and lose data, or keep removals and lose names', async () => {
    await shell('echo a > new; rm old');

    expect(after('data are lost, names are kept')).toEqual({ new: '' });
    expect(after('all but removals is lost')).toEqual({});
  });

  it('may lose any one of what was not flushed, and no other', async () => {
    const settled = recorded.operations.length;
    await javascript(
      `const file = fs.openSync('new', 'w'); for (const part of ['ab', 'cd']) fs.writeSync(file, part);`,
    );

    const left = [0, 1, 2].map((index) => after(`operation ${settled + index} is lost`));

    expect(left).toEqual([{ old: 'before' }, { old: 'before', new: '\0\0cd' }, { old: 'before', new: 'ab' }]);
  });

  it('may lose subsets, the same in every run', async () => {
    await shell('for name in a b c d e f; do echo $name > $name; done');
    const cuts = new PowerCuts(recorded.operations);
    const subsets = (): readonly string[] =>
      [...cuts.cutsAt(recorded.operations.length, seededNumbers(5))]
        .filter(({ what }) => what.startsWith('subset'))
        .map(({ lost }) => [...lost].join(' '));

    expect(subsets()).toEqual(subsets());
    expect(subsets()).toHaveLength(20);
    expect(new Set(subsets()).size).toBeGreaterThan(10);
  });

  it('has at each point what was there then', async () => {
    await shell('echo a > new; echo b >> new; mv new other');
    const cuts = new PowerCuts(recorded.operations);

    const seen = recorded.operations.map((_, point) => contents(cuts.diskAfter({ point: point + 1, lost: new Set() })));

    expect(seen.slice(-4)).toEqual([
      { old: 'before', new: '' },
      { old: 'before', new: 'a\n' },
      { old: 'before', new: 'a\nb\n' },
      { old: 'before', other: 'a\nb\n' },
    ]);
  });

  it('loses more without a flush', async () => {
    await shell('echo a > new; sync new .');

    const cuts = new PowerCuts(recorded.operations, (path) => path !== join(root, 'new'));

    const point = recorded.operations.length;
    expect(contents(cuts.diskAfter({ point, lost: new Set(cuts.unflushedAt(point)) }))).toEqual({
      old: 'before',
      new: '',
    });
  });

  it('follows positions, ends and sizes', async () => {
    await javascript(`
      const file = fs.openSync('new', 'w+');
      fs.writeSync(file, 'abcdef'); fs.writeSync(file, 'X', 1); fs.writevSync(file, [Buffer.from('g'), Buffer.from('h')]);
      fs.ftruncateSync(file, 7); fs.closeSync(file);
      const end = fs.openSync('new', 'a'); fs.writeSync(end, 'END');
    `);

    const point = recorded.operations.length;
    const now = new PowerCuts(recorded.operations).diskAfter({ point, lost: new Set() });
    expect(contents(now)).toEqual({ old: 'before', new: 'aXcdefgEND' });
  });

  it('says when a command answered', async () => {
    const { answeredAt } = await shell('echo a > new; echo done; echo b >> new');

    expect(recorded.operations.slice(answeredAt).map(({ kind }) => kind)).toEqual(['write']);
  });

  it('follows what is copied by the system', async () => {
    await javascript(`fs.copyFileSync('old', 'new')`);

    const point = recorded.operations.length;
    const now = new PowerCuts(recorded.operations).diskAfter({ point, lost: new Set() });
    expect(contents(now)).toEqual({ old: 'before', new: 'before' });
  });

  it('refuses what it cannot follow', async () => {
    await expect(shell('fallocate -l 10 new')).rejects.toThrow('A trace cannot be followed: fallocate');
  });

  it('refuses what is written through memory', () => {
    const hex = (text: string): string => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('');
    const mapped = (how: string): string =>
      `7 mmap(NULL, 6, PROT_READ|PROT_WRITE, ${how}, 3<${hex(join(root, 'old'))}>, 0) = 0x7f0`;
    const follow = (log: string): void => {
      for (const call of readTracedCalls(log)) new OperationRecorder(root).follow(call);
    };

    expect(() => follow(mapped('MAP_PRIVATE'))).not.toThrow();
    expect(() => follow(mapped('MAP_SHARED'))).toThrow('is written through memory');
  });

  it('notices what was done beside the trace', async () => {
    writeFileSync(join(root, 'beside'), 'unseen');

    await expect(shell('true')).rejects.toThrow('A trace is not complete');
  });
});
