import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aGitRepository, git } from '../test-support/git-repository.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const cart = `export function priceOf(items: readonly number[]): number {
  return items.reduce((all, item) => all + item, 0);
}
`;
const files = { '.agent/.keep': '', 'src/cart.ts': cart, '.env': 'PASSWORD=first\n' };
const atMs = Date.UTC(2026, 5, 1);

describe('pack of a change', () => {
  const aChange = (): string => {
    const folder = aGitRepository([{ files, atMs }]);
    writeFileSync(join(folder, 'src/cart.ts'), cart.replace('number[])', 'number[], discount: number)'));
    writeFileSync(join(folder, 'src/new.ts'), 'export const isNew = true;\n');
    writeFileSync(join(folder, '.env'), 'PASSWORD=second\n');
    return folder;
  };
  const shown = [
    'changed: priceOf (signature)\n```diff\n-export function priceOf(items: readonly number[]): number {\n' +
      '+export function priceOf(items: readonly number[], discount: number): number {\n',
    'new file: isNew\n```typescript\nexport const isNew = true;\n```',
  ];

  it('packs what is not committed, without a task and without what is denied', async () => {
    const { stdout, stderr, exitCode } = await runCommand(['pack', '--changed'], { workingDirectory: aChange() });

    expect(exitCode).toBe(0);
    for (const text of shown) expect(stdout).toContain(text);
    expect(stdout).toContain('(1 file denied, not shown)');
    expect(stdout).not.toContain('.env');
    expect(`${stdout}${stderr}`).not.toContain('PASSWORD');
    expect(stderr).toContain('.env is left out (path-denied)');
  });

  it('packs what is staged, and a range of commits, with a task', async () => {
    const folder = aChange();
    git(folder, ['add', 'src']);
    const staged = await runCommand(['pack', 'is this safe', '--staged'], { workingDirectory: folder });
    git(folder, ['commit', '--quiet', '--message', 'Change']);
    const range = await runCommand(['pack', 'is this safe', '--diff', 'HEAD~1...HEAD'], { workingDirectory: folder });

    for (const { stdout } of [staged, range]) for (const text of shown) expect(stdout).toContain(text);
    expect(staged.stdout).toContain('### tool:git diff --staged (lines 1-3)');
    expect(range.stdout).toContain('### tool:git diff HEAD~1...HEAD (lines 1-3)');
  });

  it('says what each chunk is, in JSON and afterwards in context show', async () => {
    const folder = aChange();
    const { includedChunks } = await runJson(['pack', '--changed'], { workingDirectory: folder });
    const { stdout } = await runCommand(['context', 'show', '--chunks'], { workingDirectory: folder });
    const { task } = await runJson(['context', 'show'], { workingDirectory: folder });
    const verified = await runCommand(['context', 'verify'], { workingDirectory: folder });

    expect((includedChunks as readonly { relation: unknown }[]).map(({ relation }) => relation)).toEqual([
      { role: 'summary', note: '' },
      { role: 'changed', note: 'changed: priceOf (signature)', isMarked: true },
      { role: 'changed', note: 'new file: isNew' },
    ]);
    expect(stdout).toContain('changed: priceOf (signature)');
    expect(task).toBe('Review the change --changed');
    expect(verified.exitCode).toBe(0);
  });

  it.each([
    [['--diff', 'nosuch...HEAD'], 1, 'not-found'],
    [['--diff', '--output=x'], 2, 'invalid-argument'],
    [['--staged', '--changed'], 2, 'invalid-argument'],
    [[], 2, 'invalid-argument'],
  ])('refuses %j', async (argv, exitCode, code) => {
    expect(await runToError(['pack', ...argv], { workingDirectory: aChange() })).toMatchObject({ exitCode, code });
  });

  it('says that there is no repository', async () => {
    const error = await runToError(['pack', '--changed'], { workingDirectory: aFolder(files) });

    expect(error).toMatchObject({ exitCode: 1, code: 'not-found' });
    expect(error.message).toContain('not in a git repository');
  });

  describe('with lines that the user names beside it', () => {
    const steps = (name: string, count: number): string =>
      Array.from({ length: count }, (_, step) => `  ${name}(${step}, "the ${name} of step ${step}");\n`).join('');
    const aFunction = (name: string, count: number): string => `export function ${name}() {\n${steps(name, count)}}\n`;
    const packed = async (folder: string, argv: readonly string[]): Promise<string> =>
      String((await runJson(['pack', 'explain', ...argv], { workingDirectory: folder }))['content']);

    it.each([
      ['markdown', 300],
      ['markdown', 500],
      ['markdown', 900],
      ['xml', 500],
      ['json', 600],
      ['json', 900],
    ])('has these, in %s of %d tokens', async (template, budget) => {
      const long = aFunction('walk', 300);
      const folder = aGitRepository([{ files: { ...files, 'long.ts': long }, atMs }]);
      writeFileSync(join(folder, 'src/cart.ts'), cart.replace('number[])', 'number[], discount: number)'));

      const options = ['--open', 'long.ts:150', '--template', template, '--budget', String(budget)];
      for (const change of [[], ['--changed']]) {
        expect(await packed(folder, [...change, ...options])).toContain('the walk of step 148');
      }
    });

    it('has these where the work tree has other lines of the same numbers than the change', async () => {
      const [old, edited] = [aFunction('walk', 70), aFunction('walk', 70).replace('step 30', 'step thirty')];
      const now = `${aFunction('added', 50)}${edited}`;
      const commits = [old, edited, now].map((text) => ({ files: { ...files, 'f.ts': text }, atMs }));
      const folder = aGitRepository(commits);

      const text = await packed(folder, ['--diff', 'HEAD~2..HEAD~1', '--open', 'f.ts:2', '--budget', '8000']);

      expect(text).toContain('step thirty');
      expect(text).toContain('the added of step 0"');
    });

    it('has lines once that are the same in the change and in the work tree', async () => {
      const [old, edited] = [aFunction('walk', 40), aFunction('walk', 40).replace('step 30', 'step thirty')];
      const folder = aGitRepository([old, edited].map((text) => ({ files: { ...files, 'f.ts': text }, atMs })));

      const text = await packed(folder, ['--diff', 'HEAD~1..HEAD', '--open', 'f.ts:2', '--budget', '8000']);

      expect(text.match(/the walk of step 7"/gu)).toHaveLength(1);
    });
  });
});
