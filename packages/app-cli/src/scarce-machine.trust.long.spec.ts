import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildCommand, command, finished } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

/** What a user must never be shown: stacks of Node's, and backtraces of the store's library. */
const stackTrace = /^ +at |Node\.js v|panicked|backtrace|stack:/mu;

const conversation = '[{ "role": "user", "content": "We use OAuth." }]';

const onUnix = process.platform === 'win32' ? describe.skip : describe;

onUnix('a machine that has too little', () => {
  let root: string;
  let home: string;

  beforeAll(buildCommand, 300_000);

  beforeEach(async () => {
    // Not in the workspace: the user's records would be files of it.
    home = join(aFolder(), 'no-such-home');
    root = aFolder({ 'login.ts': 'export const login = 1;\n', 'c.json': conversation });
  });

  /** Runs the built command in the workspace, below what a shell sets first. */
  function run(argv: readonly string[], { limits = '', environment = {} }: { limits?: string; environment?: object }) {
    const child = spawn('bash', ['-c', `${limits}\nexec "$0" "$@"`, process.execPath, command, ...argv], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', LEXICHORD_PROGRESS: 'off', ...environment },
    });
    child.stdin.end();
    return finished(child);
  }

  const indexed = async (): Promise<void> => {
    expect((await run(['index'], {})).exitCode).toBe(0);
    appendFileSync(join(root, 'login.ts'), 'export const logout = 2;\n');
  };

  describe('of open files', () => {
    // How many a run needs depends on how much of it happens at once.
    it.each([32, 48, 64])('says so and what to do, or does with %i of them', async (count) => {
      await indexed();
      for (const argv of [
        ['search', 'login'],
        ['pack', 'login'],
        ['memory', 'add', 'c.json', '--conversation', 'c'],
      ]) {
        const { exitCode, stderr } = await run(argv, { limits: `ulimit -n ${count}` });

        if (exitCode !== 0) expect([argv, stderr]).toEqual([argv, expect.stringMatching(/ulimit -n 1024/u)]);
        expect(stderr).not.toMatch(stackTrace);
      }
    });

    it('says so as JSON where JSON is asked for, and shows where with --debug', async () => {
      const json = await run(['search', 'login', '--json'], { limits: 'ulimit -n 24' });
      const debug = await run(['search', 'login', '--debug'], { limits: 'ulimit -n 24' });

      expect([json.exitCode, json.stdout]).toEqual([1, '']);
      expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'io-failed', details: { reason: 'EMFILE' } } });
      expect(debug.stderr).toMatch(/^ +at /mu);
    });
  });

  describe('room for temporary files', () => {
    const folders: readonly (readonly [string, () => string])[] = [
      ['does not exist', () => '/no/such/folder'],
      ['is a file', () => join(root, 'c.json')],
    ];

    it.each(folders)('names TMPDIR, when its folder %s', async (_what, folder) => {
      const TMPDIR = folder();

      for (const argv of [['index'], ['search', 'login'], ['memory', 'add', 'c.json', '--conversation', 'c']]) {
        const { exitCode, stdout, stderr } = await run(argv, { environment: { TMPDIR } });

        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toContain(TMPDIR);
        expect(stderr).toContain('Set TMPDIR to a folder that exists and can be written to.');
        expect(stderr).not.toMatch(stackTrace);
      }
    });

    it('names TMPDIR, when its folder is read-only', async () => {
      const TMPDIR = aFolder();
      chmodSync(TMPDIR, 0o500);

      const { exitCode, stderr } = await run(['index'], { environment: { TMPDIR } });

      // The superuser may write everywhere.
      const isRoot = process.getuid?.() === 0;
      expect(exitCode).toBe(isRoot ? 0 : 1);
      expect(stderr.includes('Set TMPDIR')).toBe(!isRoot);
      chmodSync(TMPDIR, 0o700);
    });

    it('answers a search from the index that is there, with a warning', async () => {
      await indexed();

      const { exitCode, stdout, stderr } = await run(['search', 'login'], { environment: { TMPDIR: '/no/such' } });

      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('login.ts')]);
      expect(stderr).toContain('The answer is based on the existing index.');
      expect(stderr).not.toMatch(stackTrace);
    });
  });

  describe('room on the disk', () => {
    /** Files of at most nothing, as when the disk is full. */
    const limits = 'ulimit -f 0; trap "" XFSZ';

    it('answers a search from the index that is there, with a warning', async () => {
      await indexed();

      const text = await run(['search', 'login'], { limits });
      const json = await run(['search', 'login', '--json'], { limits });

      expect([text.exitCode, text.stdout]).toEqual([0, expect.stringContaining('login.ts')]);
      expect(text.stderr).toMatch(/^warning: The search index could not be updated: .* The disk is full\./u);
      expect(text.stderr).not.toMatch(stackTrace);
      expect(JSON.parse(json.stdout)).toMatchObject({
        hits: [{ filePath: 'login.ts' }],
        warnings: [expect.stringContaining('The answer is based on the existing index.')],
      });
    });

    it('says that the disk is full, where there is no index that could answer and where something is to be stored', async () => {
      for (const argv of [
        ['search', 'login'],
        ['memory', 'add', 'c.json', '--conversation', 'c'],
      ]) {
        const { exitCode, stdout, stderr } = await run(argv, { limits });

        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/full|free disk space|free space/u);
        expect(stderr).not.toMatch(stackTrace);
      }
    });

    it.each([
      ['.agent/config.yml', ['init']],
      ['.mcp.json', ['init', '--agent', 'claude', '--yes']],
    ])('leaves no part of %s', async (file, argv) => {
      const { exitCode, stderr } = await run(argv, { limits });

      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the free disk space')]);
      expect(existsSync(join(root, file))).toBe(false);
      expect((await run(argv, {})).exitCode).toBe(0);
    });
  });

  const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  const onFullDisk = canMount ? it : it.skip;
  if (!canMount) process.stderr.write('SKIPPED: a full disk needs the right to mount one (unshare -m).\n');

  onFullDisk('reads what is stored, and searches, on a disk without a free block', async () => {
    writeFileSync(join(root, 'later.ts'), 'export const later = 3;\n');
    const node = `"${process.execPath}" "${command}"`;
    const script = `set -e
      mount -t tmpfs -o size=4m tmpfs "${root}/disk"; cp login.ts c.json disk; cd disk; mkdir .agent
      ${node} index >&2; ${node} memory add c.json --conversation c >&2; cp ../later.ts .
      dd if=/dev/zero of=fill bs=1k status=none 2>/dev/null || true
      ${node} search login; ${node} memory export c; ${node} pack login >&2
      ! ${node} memory add c.json --conversation d`;
    const { exitCode, stdout, stderr } = await finished(
      spawn('unshare', ['-m', 'bash', '-c', `mkdir "${root}/disk"; ${script}`], {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', LEXICHORD_PROGRESS: 'off' },
      }),
    );

    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The disk is full.')]);
    expect(stdout).toContain('login.ts');
    expect(stdout).toContain(conversation);
    expect(stderr).not.toMatch(stackTrace);
  });
});
