import { join } from 'node:path';
import { Readable } from 'node:stream';

import { ManualClock, PatientClock } from '@lexichord/testing';

import { type PackJson, jsonOf } from '../test-support/packed-workspace.js';
import { type RunOptions, aFolder, runCommand, runToError } from '../test-support/run-command.js';

const files = {
  '.agent/.keep': '',
  'readme.md': '# Of the root\n\nThe pump of the root.\n',
  'src/pump.ts': 'export function startPump(level: number): number {\n  return level + 1;\n}\n',
  'src/valve.ts': 'export function openValve(level: number): number {\n  return level + 2;\n}\n',
  'src/tank.ts': 'export function fillTank(level: number): number {\n  return level + 3;\n}\n',
  'src/readme.md': '# Of the sources\n\nThe pump of the sources.\n',
  'pages/[id].ts': 'export const page = 4;\n',
  '.gitignore': 'build/\n',
  '.env.ts': 'KEY=hidden\n',
  'build/pump.ts': 'export const built = 5;\n',
  ...Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`lists/${index}.txt`, `${index}\n`])),
};

describe('the files and the task of pack', () => {
  let workspace: string;
  beforeAll(() => {
    workspace = aFolder(files);
  });

  const pack = async (argv: readonly string[], options: Partial<RunOptions> = {}): Promise<PackJson> =>
    jsonOf(await runCommand(['--json', 'pack', ...argv], { workingDirectory: workspace, ...options })) as PackJson;
  const openedBy = async (argv: readonly string[], options: Partial<RunOptions> = {}): Promise<readonly string[]> => {
    const { includedChunks } = await pack(argv, options);
    const opened = includedChunks.filter(({ sourceType }) => sourceType === 'open-file');
    return [...new Set(opened.map(({ filePath }) => filePath))].sort();
  };
  const taskOfLastPack = async (): Promise<string> => {
    const { stdout } = await runCommand(['context', 'show', '--json'], { workingDirectory: workspace });
    return (JSON.parse(stdout) as { task: string }).task;
  };

  it.each([
    ['before the task', ['--open', 'src/pump.ts', 'src/tank.ts', 'src/valve.ts', 'why does it leak']],
    ['after the task', ['why does it leak', '--open', 'src/pump.ts', 'src/tank.ts', 'src/valve.ts']],
    ['with lines', ['--open', 'src/pump.ts:1', 'src/tank.ts:1-2', 'src/valve.ts', 'why', 'does', 'it', 'leak']],
    ['by absolute paths', ['--open', ...absolute(['src/pump.ts', 'src/tank.ts', 'src/valve.ts']), 'why does it leak']],
    ['with backslashes', ['--open', 'src\\pump.ts', 'src\\tank.ts', 'src\\valve.ts', 'why does it leak']],
  ])('opens all files that a shell has put in the place of a pattern, %s', async (_where, argv) => {
    const words = argv.map((word) => word.replace('WORKSPACE', workspace));

    expect(await openedBy(words)).toEqual(['src/pump.ts', 'src/tank.ts', 'src/valve.ts']);
    expect(await taskOfLastPack()).toBe('why does it leak');
  });

  it.each([
    ['all of a folder', ['--open', 'src/*.ts'], {}, ['src/pump.ts', 'src/tank.ts', 'src/valve.ts']],
    ['any number of folders', ['--open', '**/readme.md'], {}, ['readme.md', 'src/readme.md']],
    ['several by braces', ['--open', 'src/{pump,tank}.ts'], {}, ['src/pump.ts', 'src/tank.ts']],
    ['from the current folder', ['--open', './*.md'], { in: 'src' }, ['src/readme.md']],
    ['from the root', ['--open', 'src/p*.ts'], { in: 'src' }, ['src/pump.ts']],
    ['lines of the one file', ['--open', 'src/v*.ts:2'], {}, ['src/valve.ts']],
    ['a name that has its signs', ['--open', 'pages/[id].ts'], {}, ['pages/[id].ts']],
  ])(
    'opens the files of a pattern in quotes: %s',
    async (_which, argv, { in: folder = '.' }: { in?: string }, opened) => {
      expect(await openedBy(['leak', ...argv], { workingDirectory: join(workspace, folder) })).toEqual(opened);
    },
  );

  it('gives the files of a pattern in quotes to --reference, and leaves out what git ignores and what is denied', async () => {
    const { includedChunks } = await pack(['leak', '--reference', '**/*.{ts,env}', '**/.env*']);

    const named = includedChunks.filter(({ sourceType }) => sourceType === 'reference').map(({ filePath }) => filePath);
    expect([...new Set(named)].sort()).toEqual(['pages/[id].ts', 'src/pump.ts', 'src/tank.ts', 'src/valve.ts']);
  });

  it.each([
    ['nothing', ['--open', 'src/*.rs'], 'No file of the workspace matches "src/*.rs"'],
    ['too many files', ['--open', 'lists/*.txt'], '"lists/*.txt" matches 201 files; at most 200'],
    ['lines of several', ['--open', 'src/*.ts:1'], 'Lines can be given for one file only'],
    ['what is too long', ['--open', `${'x'.repeat(1_000)}*`], 'A path pattern is longer than 1000'],
  ])('refuses a pattern in quotes for %s', async (_what, argv, message) => {
    const error = await runToError(['pack', 'leak', ...argv], { workingDirectory: workspace });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
  });

  it('takes files behind another option, or behind a word of the task, for words of the task', async () => {
    expect(await openedBy(['explain', 'src/valve.ts', '--open', 'src/pump.ts', '--budget', '900'])).toEqual([
      'src/pump.ts',
    ]);
    expect(await taskOfLastPack()).toBe('explain src/valve.ts');
    expect(await openedBy(['--open', 'src/pump.ts', '--', 'src/valve.ts'])).toEqual(['src/pump.ts']);
    expect(await taskOfLastPack()).toBe('src/valve.ts');
  });

  it.each([
    ['how does start work', []],
    ['fix the preview', []],
    ['pack', []],
    ['fix the preview', ['--workspace', 'WORKSPACE']],
    ['fix the preview', ['--workspace=WORKSPACE', '--json']],
  ])('opens all files for a task that has the name of a command in it: %s, behind %j', async (task, globals) => {
    const before = globals.map((word) => word.replace('WORKSPACE', workspace));
    const argv = [...before, 'pack', ...task.split(' '), '--open', 'src/pump.ts', 'src/tank.ts'];
    const { exitCode } = await runCommand(argv, { workingDirectory: workspace });

    expect([exitCode, await taskOfLastPack()]).toEqual([0, task]);
  });

  it('refuses a pattern of files without a task, and says what belongs to what', async () => {
    const error = await runToError(['pack', '--open', 'src/pump.ts', 'src/valve.ts'], { workingDirectory: workspace });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('Existing files directly after --open');
  });

  it('gives the files of a pattern to --reference and to --path as well', async () => {
    const { includedChunks } = await pack(['leak', '--reference', 'src/pump.ts', 'src/valve.ts']);
    expect(includedChunks.filter(({ sourceType }) => sourceType === 'reference')).toHaveLength(2);

    const options = { workingDirectory: workspace };
    const found = await runCommand(['search', '--path', 'src/pump.ts', 'src/tank.ts', 'level', '--json'], options);
    const { hits } = JSON.parse(found.stdout) as { hits: readonly { filePath: string }[] };
    expect(hits.map(({ filePath }) => filePath).sort()).toEqual(['src/pump.ts', 'src/tank.ts']);
    const last = await runCommand(['search', '--path', 'src', 'readme.md', '--json'], options);
    expect(last.exitCode).toBe(0);
  });

  it('counts a path from the current folder where it is there, and else from the root', async () => {
    const workingDirectory = join(workspace, 'src');

    expect(await openedBy(['leak', '--open', 'pump.ts:2'], { workingDirectory })).toEqual(['src/pump.ts']);
    expect(await openedBy(['leak', '--open', '../readme.md'], { workingDirectory })).toEqual(['readme.md']);
    expect(await openedBy(['leak', '--open', 'readme.md'], { workingDirectory })).toEqual(['src/readme.md']);
    expect(await openedBy(['leak', '--open', 'src/valve.ts'], { workingDirectory })).toEqual(['src/valve.ts']);
    const { rejectedSources } = await pack(['leak', '--open', '../../x.ts,none.ts'], { workingDirectory });
    expect(rejectedSources).toMatchObject([{ reason: 'path-denied' }, { reason: 'not-found' }]);
  });

  it.each([[['-']], [[]]])('reads the task from standard input with %j', async (argv) => {
    const { includedChunks } = await pack([...argv, '--open', 'src/pump.ts'], { stdin: 'why does startPump fail\n' });

    expect(includedChunks.map(({ filePath }) => filePath)).toContain('src/pump.ts');
    expect(await taskOfLastPack()).toBe('why does startPump fail');
  });

  it('refuses to read standard input twice', async () => {
    const error = await runToError(['pack', '-', '--tool-result', '-'], { workingDirectory: workspace });

    expect(error.message).toBe('Standard input can be read only once, not as the task and as --tool-result.');
  });

  it('says which files are not UTF-8', async () => {
    const latin = aFolder({ '.agent/.keep': '', 'a.py': Buffer.from('caf\xe9 = pump(1)\n', 'latin1') });
    const options = { workingDirectory: latin };
    const warning = expect.stringContaining('a.py is not UTF-8') as string;

    expect((await pack(['pump', '--open', 'a.py'], options)).warnings).toEqual([warning]);
    const { stdout } = await runCommand(['search', 'pump', '--json'], options);
    expect((JSON.parse(stdout) as PackJson).warnings).toEqual([warning]);
    const other = aFolder({ '.agent/.keep': '', 'a.py': 'mark = "\uFFFD" # pump\n' });
    expect((await pack(['pump', '--open', 'a.py'], { workingDirectory: other })).warnings).toEqual([]);
  });

  it('gives advice on a file that is too large which a pack can follow', async () => {
    const large = aFolder({
      '.agent/config.yml': 'workspace:\n  max_file_size_bytes: 100\n',
      'a.txt': 'x'.repeat(200),
    });
    const { rejectedSources } = await pack(['x', '--open', 'a.txt'], { workingDirectory: large });

    expect(rejectedSources).toMatchObject([{ reason: 'file-too-large' }]);
    const { message } = rejectedSources[0] as unknown as { message: string };
    expect(message).toMatch(/raise workspace\.max_file_size_bytes/iu);
    expect(message).not.toMatch(/cursor/u);
  });

  it.each([
    ['a.ts', 'a CRLF twin', 'return level;\r\n}\r\n', 1],
    ['a.py', 'a CRLF twin', 'return level;\r\n}\r\n', 1],
    ['a.ts', 'other indentation', '    return level;\n  }\n', 1],
    ['a.py', 'other indentation', '    return level;\n  }\n', 0],
    ['a.yml', 'other indentation', '    return level;\n  }\n', 0],
    ['Makefile', 'other indentation', '    return level;\n  }\n', 0],
  ])('of %s takes a file with %s for a repetition where that changes nothing', async (name, _what, twin, repeated) => {
    const folder = aFolder({ '.agent/.keep': '', [`one/${name}`]: 'return level;\n}\n', [`two/${name}`]: twin });
    const argv = ['level', '--open', `one/${name},two/${name}`];
    const { excludedChunks } = await pack(argv, { workingDirectory: folder });

    expect(excludedChunks.filter(({ reason }) => reason === 'duplicate')).toHaveLength(repeated);
  });

  it('writes a line now and then while a long index update runs outside a terminal, with JSON alone on its output', async () => {
    const folder = aFolder(files);
    const run = { workingDirectory: folder, clock: new HastyClock() };

    const { stdout, stderr } = await runCommand(['search', 'level', '--json'], run);

    expect(stderr).toMatch(/^(?:Indexing \d+ of \d+ files, \d+ chunks[^\n]*\n)+$/u);
    expect((JSON.parse(stdout) as { hits: readonly object[] }).hits.length).toBeGreaterThan(0);
  });

  it('T-016 NFR-016-12: takes the output of a tool of any size, and says what it leaves out', async () => {
    const passed = Array.from({ length: 120_000 }, (_, index) => `PASS case ${index} ${'.'.repeat(80)}\n`);
    const elsewhere = aFolder({ 'run.log': `${passed.join('')}FAIL startPump at src/pump.ts:2\n` });

    const output = ['--tool-result', join(elsewhere, 'run.log')];
    const { includedChunks, warnings, content } = await pack(['why does it fail', ...output]);

    expect(warnings).toContainEqual(expect.stringMatching(/^tool:run\.log has [\d,]+ bytes, more than 10,000,000: /u));
    expect(content).toContain('FAIL startPump at src/pump.ts:2');
    expect(includedChunks).toContainEqual(expect.objectContaining({ filePath: 'tool:run.log', endLine: 120_001 }));
    expect(includedChunks).toContainEqual(expect.objectContaining({ filePath: 'src/pump.ts', anchorOrder: 0 }));
  });

  it('waits for what a test writes to standard input, also when that takes longer than a pack may', async () => {
    const clock = new ManualClock();
    const running = async function* (): AsyncGenerator<string, void, undefined> {
      clock.advance(60_000);
      yield await Promise.resolve('FAIL startPump at src/pump.ts:2\n');
    };

    const options = { clock, stdin: Readable.from(running()) };
    const argv = ['why does it fail', '--no-refresh', '--tool-result', '-'];
    const { includedChunks, rejectedSources } = await pack(argv, options);

    expect(rejectedSources.filter(({ reason }) => reason === 'timeout')).toEqual([]);
    expect(includedChunks).toContainEqual(expect.objectContaining({ filePath: 'tool:stdin' }));
    expect(includedChunks).toContainEqual(expect.objectContaining({ filePath: 'src/pump.ts', anchorOrder: 0 }));
  });
});

/** Paths in the workspace, which is not known yet. */
function absolute(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `WORKSPACE/${path}`);
}

/** Two seconds, after which work counts as long, are over at once; all other limits are as on a patient clock. */
class HastyClock extends PatientClock {
  override startTimer(delayMs: number, onElapsed: () => void): () => void {
    return super.startTimer(delayMs === 2_000 ? 0 : delayMs, onElapsed);
  }
}
