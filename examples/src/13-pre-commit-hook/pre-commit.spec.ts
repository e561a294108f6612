import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const hook = fileURLToPath(new URL('pre-commit', import.meta.url));
const command = fileURLToPath(new URL('../../../packages/app-cli/bin/lexichord.js', import.meta.url));

describe('example 13: a hook before each commit', () => {
  const repository = mkdtempSync(join(tmpdir(), 'lexichord-example-'));
  const pack = join(repository, '.git/lexichord-staged.md');

  const git = (argv: readonly string[], lexichord = `node ${command}`) => {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    const env = { PATH: process.env['PATH'], HOME: homedir(), LEXICHORD: lexichord };
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...argv], {
      ...{ cwd: repository, env, encoding: 'utf8' },
    });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    git(['init', '--quiet']);
    writeFileSync(join(repository, 'tide.ts'), 'export function tideOf(day: number): number {\n  return day;\n}\n');
    writeFileSync(
      join(repository, 'pier.ts'),
      'import { tideOf } from "./tide.js";\n\nexport function pier(): number {\n  return tideOf(1);\n}\n',
    );
    git(['add', '--all']);
    git(['commit', '--quiet', '--message', 'start']);
    copyFileSync(hook, join(repository, '.git/hooks/pre-commit'));
  });

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  const stage = (parameters: string): void => {
    writeFileSync(join(repository, 'tide.ts'), `export function tideOf(${parameters}): number {\n  return day;\n}\n`);
    git(['add', '--all']);
  };

  it('keeps a pack of what is staged, with what depends on it, and lets the commit be made', () => {
    stage('day: number, pier: string');

    const { status, output } = git(['commit', '--message', 'later']);

    expect([status, output]).toEqual([0, expect.stringContaining('Review pack of the staged change: ')]);
    expect(readFileSync(pack, 'utf8')).toContain('pier: string');
    expect(readFileSync(pack, 'utf8')).toContain('return tideOf(1);');
    expect(git(['status', '--short']).output).toBe('');
  });

  it('says why there is none, and lets the commit be made all the same', () => {
    stage('day: number, pier?: string');

    const { status, output } = git(['commit', '--message', 'later still'], 'no-such-command');

    expect([status, output]).toEqual([0, expect.stringContaining('There is no review pack of this commit: ')]);
    expect(existsSync(`${pack}.log`)).toBe(false);
  });

  it('does nothing for a commit without a change', () => {
    const { status, output } = git(['commit', '--allow-empty', '--message', 'nothing']);

    expect([status, output.includes('pack')]).toEqual([0, false]);
  });
});
