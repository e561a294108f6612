import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const sources = {
  'src/session.ts': [
    'export class SessionStore {',
    '  signCookie(value: string): string {',
    '    return seal(value, this.key);',
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/retry.py': 'class RetryPolicy:\n    def delay(self, attempt):\n        return 2 ** attempt\n',
  'docs/guide.md': '# Guide\n\n## Sessions\n\nThe session cookie is signed with a key.\n',
};

interface Hit {
  readonly filePath: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: string;
  readonly language: string;
  readonly score: number;
  readonly parts: readonly { readonly signal: string; readonly score: number }[];
}

describe('search', () => {
  let workspace: string;

  beforeAll(() => {
    workspace = aFolder(sources);
  });

  async function find(...argv: readonly string[]): Promise<readonly Hit[]> {
    const { hits } = await runJson(['search', ...argv], { workingDirectory: workspace });
    return hits as readonly Hit[];
  }

  const filesOf = (hits: readonly Hit[]): readonly string[] =>
    [...new Set(hits.map(({ filePath }) => filePath))].sort();

  it('builds the index by itself and prints the places, best first', async () => {
    const { hits, warnings } = await runJson(['search', 'how is the session cookie signed'], {
      workingDirectory: workspace,
    });

    const [best] = hits as Hit[];
    expect(best).toEqual({
      filePath: 'src/session.ts',
      startLine: expect.any(Number) as number,
      endLine: expect.any(Number) as number,
      symbol: expect.any(String) as string,
      kind: expect.any(String) as string,
      language: 'typescript',
      score: expect.any(Number) as number,
      headingPath: expect.any(Array) as string[],
      parts: expect.any(Array) as object[],
    });
    expect(warnings).toEqual([]);
    const scores = (hits as Hit[]).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
  });

  it('has scores that are the sums of their parts', async () => {
    for (const { score, parts } of await find('session cookie key')) {
      expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
    }
  });

  it('takes the words of the query with quotes or without', async () => {
    const quoted = await find('session cookie signed');

    expect(quoted).not.toEqual([]);
    expect(await find('session', 'cookie', 'signed')).toEqual(quoted);
  });

  it('gives the same bytes again', async () => {
    const first = await runCommand(['search', 'session', '--json'], { workingDirectory: workspace });
    const second = await runCommand(['search', 'session', '--json'], { workingDirectory: workspace });

    expect(second).toEqual(first);
  });

  it('shows places to people, with the parts of the score when asked', async () => {
    const plain = await runCommand(['search', 'signCookie'], { workingDirectory: workspace });
    const explained = await runCommand(['search', 'signCookie', '--explain'], { workingDirectory: workspace });

    expect([plain.exitCode, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toMatch(/^\d\.\d\d {2}src\/session\.ts:\d+-\d+ {2}.*SessionStore/u);
    expect(plain.stdout).not.toContain('words +');
    expect(explained.stdout).toMatch(/src\/session\.ts:.*\n {6}words \+\d\.\d{3}/u);
  });

  it('finds no more than --limit, and only what the filters let through', async () => {
    expect(await find('session', '--limit', '1')).toHaveLength(1);
    expect(filesOf(await find('session cookie delay', '--path', 'src/**'))).toEqual(['src/retry.py', 'src/session.ts']);
    expect(filesOf(await find('session cookie', '--path', 'docs'))).toEqual(['docs/guide.md']);
    expect(filesOf(await find('session cookie delay', '--language', 'python,markdown'))).toEqual([
      'docs/guide.md',
      'src/retry.py',
    ]);
    const kinds = (await find('session cookie delay', '--kind', 'section')).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['section']));
  });

  it.each([
    [['--limit', '0'], '--limit is "0"; it must be a whole number from 1 to 200.'],
    [['--limit', '201'], '--limit is "201"'],
    [['--limit', '1.5'], '--limit is "1.5"'],
    [['--kind', 'functoin'], '--kind is "functoin"; it must be one of function, method,'],
    [['--kind', '__proto__'], '--kind is "__proto__"'],
  ])('refuses %j and builds nothing', async (argv, message) => {
    const workingDirectory = aFolder(sources);

    const error = await runToError(['search', 'session', ...argv], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
    expect(existsSync(join(workingDirectory, '.lexichord'))).toBe(false);
  });

  it.each(['', ' \t\n'])('refuses the empty query %j', async (query) => {
    const error = await runToError(['search', query], { workingDirectory: workspace });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
  });

  it('says which name occurs nowhere, and which one may be meant', async () => {
    const options = { workingDirectory: workspace };
    const absent = { name: 'signCokie', closest: { name: 'signCookie', filePath: 'src/session.ts', line: 2 } };

    expect(await runJson(['search', 'signCokie'], options)).toMatchObject({
      absentNames: [absent],
      warnings: [expect.stringContaining('Did you mean "signCookie", src/session.ts:2?')],
    });
    expect((await runCommand(['search', 'signCokie'], options)).stderr).toContain('occurs in no indexed file');
    expect(await runJson(['search', 'signCookie'], options)).toMatchObject({ absentNames: [], warnings: [] });
  });

  it('says how likely the hits are an answer, and that doubtful ones are', async () => {
    const [sure, doubtful] = ['how is the session cookie signed', 'which penguins migrate with their attempts'];
    const confidenceIn = async (query: string): Promise<number> =>
      (await runJson(['search', query], { workingDirectory: workspace }))['confidence'] as number;
    const sentence = 'What the search found is doubtful';

    expect(await confidenceIn(sure)).toBeGreaterThan(0.5);
    expect(await confidenceIn(doubtful)).toBeLessThan(0.3);
    expect((await runCommand(['search', sure], { workingDirectory: workspace })).stdout).not.toContain(sentence);
    expect((await runCommand(['search', doubtful], { workingDirectory: workspace })).stdout).toContain(sentence);
  });

  it('is an answer when nothing is found', async () => {
    const empty = aFolder();
    const noFile = 'The search index has no file: the workspace is empty, or git ignores all that is in it.';

    expect(await runJson(['search', 'anything'], { workingDirectory: empty })).toEqual({
      hits: [],
      confidence: 0,
      absentNames: [],
      warnings: [noFile],
    });
    expect(await runCommand(['search', 'anything'], { workingDirectory: empty })).toEqual({
      exitCode: 0,
      stdout: 'No hits for the query. Try other or broader words.\n',
      stderr: `warning: ${noFile}\n`,
    });
    expect(await find('...?!')).toEqual([]);
    expect(await find('session', '--path', 'no-such-folder')).toEqual([]);
  });

  it.each([
    ['a query of control characters', '\u0000\u001b[31m\u2028\ud800'],
    ['a very long query', 'session '.repeat(20_000)],
    ['quotes, braces and SQL', `'; DROP TABLE chunks; -- "{}" \\`],
    ['an option behind the separator', '--limit'],
  ])('answers %s', async (_what, query) => {
    const { exitCode, stdout, stderr } = await runCommand(['search', '--json', '--', query], {
      workingDirectory: workspace,
    });

    expect([exitCode, stderr]).toEqual([0, '']);
    const { hits } = JSON.parse(stdout) as { hits: unknown };
    expect(hits).toEqual(expect.any(Array));
  });

  it('with --no-refresh says that there is no index, and how to build one', async () => {
    const workingDirectory = aFolder(sources);

    const error = await runToError(['search', 'session', '--no-refresh'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 1, code: 'no-index' });
    expect(error.message).toContain('Run "lexichord index"');
    expect(existsSync(join(workingDirectory, '.lexichord'))).toBe(false);
  });

  it('with --no-refresh searches the index as it is, and says what has changed since', async () => {
    const workingDirectory = aFolder(sources);
    await runJson(['index'], { workingDirectory });
    writeFileSync(join(workingDirectory, 'src/retry.py'), 'class Nothing:\n    pass\n');
    writeFileSync(join(workingDirectory, 'src/fresh.py'), 'class RetryPolicyFresh:\n    pass\n');

    const asItWas = await runCommand(['search', 'RetryPolicy', '--no-refresh'], { workingDirectory });
    const refreshed = await runJson(['search', 'RetryPolicyFresh'], { workingDirectory });

    expect(asItWas.exitCode).toBe(0);
    expect(asItWas.stdout).not.toContain('retry.py');
    expect(asItWas.stdout).not.toContain('fresh.py');
    expect(asItWas.stderr).toMatch(/^warning: 1 file has changed since the index was built/u);
    expect((refreshed['hits'] as Hit[])[0]?.filePath).toBe('src/fresh.py');
  });

  it('shows how far the index is on a terminal, above the result', async () => {
    const { stdout, stderr } = await runCommand(['search', 'RetryPolicy'], {
      workingDirectory: aFolder(sources),
      terminalColumns: 100,
    });

    expect(stdout).toContain('src/retry.py:');
    expect(stderr).toContain('Indexing 3 of 3 files');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('prints names of files without their control characters', async () => {
    const workingDirectory = aFolder({ 'evil\u001b[31m\nname.md': '# Quagga\n\nA quagga is no zebra.\n' });

    const { stdout } = await runCommand(['search', 'quagga'], { workingDirectory });

    expect(stdout).toContain('name.md');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it('prints the lines of each hit with --content, with their numbers, and has them in the JSON', async () => {
    const options = { workingDirectory: workspace };
    const { stdout } = await runCommand(['search', 'RetryPolicy', '--limit', '1', '--content'], options);
    const { hits } = await runJson(['search', 'RetryPolicy', '--limit', '1', '--content'], options);

    expect(stdout).toContain('\n      1  class RetryPolicy:\n      2      def delay(self, attempt):\n');
    expect(hits).toMatchObject([{ filePath: 'src/retry.py', content: sources['src/retry.py'] }]);
  });

  it('shows no secret and no control character in the lines of a hit', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const workingDirectory = aFolder({ 'a.py': `class Quagga:\n    token = '${key}'\u001b[31m\n` });

    for (const style of [[], ['--json']]) {
      const { stdout } = await runCommand(['search', 'Quagga', '--content', ...style], { workingDirectory });
      expect(stdout).toContain('class Quagga');
      expect(stdout).not.toContain(key);
      expect(stdout).not.toContain('\u001b');
    }
  });

  it('puts code before changelogs and lock files, and a changelog first for a question about it', async () => {
    const workingDirectory = aFolder({
      'src/pool.py': 'class ConnectionPool:\n    def close(self):\n        self.open = False\n',
      'CHANGELOG.md': '# Changelog\n\n## 2.0\n\n- Fix how the connection pool is closed: close the connection pool.\n',
      'yarn.lock': 'connection-pool@^1.0.0:\n  version "1.0.0"\n  close-connection "1"\n',
    });
    const found = async (query: string): Promise<readonly string[]> => {
      const { hits } = await runJson(['search', query], { workingDirectory });
      return (hits as readonly Hit[]).map(({ filePath }) => filePath);
    };

    expect((await found('fix how the connection pool is closed'))[0]).toBe('src/pool.py');
    expect((await found('what does the changelog say about the connection pool'))[0]).toBe('CHANGELOG.md');
  });

  it('suggests for a name that occurs nowhere only a definition that the search may find', async () => {
    const workingDirectory = aFolder({
      'lib/retry.py': 'class RetryPolicies:\n    pass\n',
      'src/retry.py': 'class RetryPolicyOf:\n    pass\n',
      'docs/a.md': '# Nothing\n',
    });
    const closestIn = async (...argv: readonly string[]): Promise<string | undefined> => {
      const { absentNames } = await runJson(['search', 'RetryPolicyX', ...argv], { workingDirectory });
      return (absentNames as readonly { closest?: { filePath: string } }[])[0]?.closest?.filePath;
    };

    expect(await closestIn('--path', 'lib')).toBe('lib/retry.py');
    expect(await closestIn('--path', 'src')).toBe('src/retry.py');
    expect(await closestIn('--path', 'docs')).toBeUndefined();
  });

  it('leaves out the settings that init writes, and build folders where there is no git', async () => {
    const code = 'export const quagga = 1;\n';
    const folders = ['build', 'dist', 'target', '.next', 'venv', 'node_modules/x'];
    const workingDirectory = aFolder({
      'src/a.ts': code,
      ...Object.fromEntries(folders.map((folder) => [`${folder}/a.ts`, code])),
    });
    await runCommand(['init'], { workingDirectory });

    const all = await runCommand(['search', 'quagga chunking budget template', '--json'], { workingDirectory });

    const { hits } = JSON.parse(all.stdout) as { readonly hits: readonly Hit[] };
    expect(hits.map(({ filePath }) => filePath)).toEqual(['src/a.ts']);
  });
});
