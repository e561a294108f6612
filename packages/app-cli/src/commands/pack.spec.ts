import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, anIndexedWorkspace, jsonOf, sessionFiles } from '../test-support/packed-workspace.js';
import { type RunOptions, aFolder, runCommand, runToError } from '../test-support/run-command.js';

const task = 'how is the session cookie signed';

describe('pack', () => {
  let workspace: string;
  beforeAll(async () => {
    workspace = await anIndexedWorkspace();
  });

  const run = (argv: readonly string[], options: Partial<RunOptions> = {}) =>
    runCommand(['pack', task, ...argv], { workingDirectory: workspace, ...options });
  const pack = async (argv: readonly string[] = [], options: Partial<RunOptions> = {}): Promise<PackJson> =>
    jsonOf(await run([...argv, '--json'], options)) as PackJson;
  const fail = (argv: readonly string[], options: Partial<RunOptions> = {}) =>
    runToError(['pack', task, ...argv], { workingDirectory: workspace, ...options });

  it('T-016 FR-016-125: prints the packed text alone into a pipe, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await run([]);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^### src\/session\.ts \(lines \d+-\d+\)\n```typescript\n/u);
    expect(stdout).toContain('signCookie');
    expect((await pack()).content).toBe(stdout);
  });

  it('has the JSON that tools rely on, of texts the packed one alone', async () => {
    const packed = await pack();

    expect(Object.keys(packed)).toEqual([
      ...['content', 'totalTokens', 'availableTokens', 'partial', 'includedChunks', 'excludedChunks'],
      ...['rejectedSources', 'weights', 'warnings', 'stats'],
    ]);
    expect(packed).toMatchObject({ partial: false, availableTokens: 90_000, rejectedSources: [], warnings: [] });
    const [first] = packed.includedChunks;
    const shown = { filePath: 'src/session.ts', sourceType: 'search-result', language: 'typescript', rank: 1 };
    expect(first).toMatchObject(shown);
    expect(first?.id).toMatch(/^src\/session\.ts:\d+-\d+@[0-9a-f]{8}$/u);
    expect(first).not.toHaveProperty('content');
    expect(Object.keys(packed.stats.timingsMs)).toEqual([
      ...['collect', 'chunk', 'rank', 'dedup', 'select', 'format', 'total'],
    ]);
  });

  it('T-016 AC-099: says what was left out, why, and what is there in its place', async () => {
    const { includedChunks, excludedChunks } = await pack(['--open', 'src/seal.ts,lib/seal.ts']);

    const [duplicate] = excludedChunks.filter(({ reason }) => reason === 'duplicate');
    expect(duplicate).toMatchObject({
      filePath: expect.stringMatching(/seal\.ts$/u) as string,
      sourceType: 'open-file',
    });
    expect(includedChunks.map(({ id }) => id)).toContain(duplicate?.keptChunk);
  });

  it.each([40, 60, 90, 150, 400])(
    'T-016 NFR-016-23: prints at most --budget %i tokens, by the counter itself',
    async (budget) => {
      const { stdout } = await run(['--budget', `${budget}`]);
      const argv = ['debug', 'tokenize', '--file', '-', '--json'];
      const counted = await runCommand(argv, { workingDirectory: workspace, stdin: stdout });

      const { count } = JSON.parse(counted.stdout) as { count: number };
      expect(count).toBeLessThanOrEqual(budget);
      expect(count).toBe((await pack(['--budget', `${budget}`])).totalTokens);
    },
  );

  it('T-016 FR-016-80: takes the reserves off the total', async () => {
    const { availableTokens } = await pack(['--total', '5000', '--system', '500', '--response', '1000']);

    expect(availableTokens).toBe(3_500);
  });

  it('T-016 NFR-016-39: packs nothing into a budget of 0, and says so', async () => {
    const { exitCode, stdout, stderr } = await run(['--budget', '0']);

    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^None of \d+ chunks fits into 0 tokens\. /u);
  });

  it('T-016 AC-016: says it on standard error alone when nothing is found', async () => {
    const empty = aFolder({ '.agent/.keep': '', 'a.ts': 'export const one = 1;\n' });
    const { exitCode, stdout, stderr } = await runCommand(['pack', 'zqxv'], { workingDirectory: empty });

    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^No relevant code or documents were found for this task\. .*\n$/u);
  });

  it.each([
    [['--budget', '-1'], '--budget is "-1"; it must be a whole number of tokens from 0'],
    [['--budget', '1.5'], '--budget is "1.5"'],
    [['--total', '0'], '--total is "0"; it must be a whole number of tokens from 1'],
    [['--budget', '10', '--total', '20'], '--budget is the maximum of the packed text'],
    [['--total', '9000'], 'A total of 9,000 tokens leaves no tokens for the context after 8,000'],
    [['--profile', 'bugfix'], 'There is no profile "bugfix". Did you mean "bug-fix"?'],
    [['--profile', '__proto__'], 'There is no profile "__proto__".'],
    [['--open', ' , '], '--open is empty'],
    [['--output', ''], '--output is empty'],
    [['--output', 'src'], '"src" exists and is not a file'],
    [['--tool-result', '-', '--template', '-'], 'Standard input can be read only once'],
    [['--template', 'docs'], '"docs" is a folder'],
  ])('refuses %j with exit code 2', async (argv, message) => {
    const error = await fail(argv);

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
  });

  it.each(['', ' \n'])('refuses the empty task %j', async (empty) => {
    expect(await runToError(['pack', empty], { workingDirectory: workspace })).toMatchObject({ exitCode: 2 });
  });

  it.each([
    [['--tool-result', 'none.log'], 'not-found', '"none.log" does not exist'],
    [['--template', 'markdwn'], 'not-found', 'Did you mean "markdown"?'],
    [['--output', 'no/such/folder.md'], 'not-found', 'The folder of "no/such/folder.md" does not exist'],
  ])('fails for %j before any of the work', async (argv, code, message) => {
    const error = await fail(argv);

    expect(error).toMatchObject({ exitCode: 1, code });
    expect(error.message).toContain(message);
  });

  it('packs little for a name that occurs nowhere, what is nearest, and says so', async () => {
    const ask = async (question: string): Promise<PackJson> =>
      jsonOf(await runCommand(['pack', question, '--json'], { workingDirectory: workspace })) as PackJson;

    const absent = await ask('where is sealEnvelope defined?');
    expect(absent.warnings).toEqual([expect.stringContaining('"sealEnvelope" occurs in no indexed file')]);
    expect(absent.totalTokens).toBeLessThanOrEqual(1_000);
    const subject = await ask('explain the SealEnvelopeFactory implementation of the session cookie');
    expect(subject.warnings).toEqual([expect.stringContaining('"SealEnvelopeFactory" occurs in no indexed file')]);
    expect(subject.totalTokens).toBeLessThanOrEqual(1_000);
    expect((await ask('where is wombat defined?')).warnings).toEqual([
      expect.stringContaining('"wombat" occurs in no'),
    ]);
    const misspelled = await ask('where is signCokie defined?');
    expect(misspelled.content).toContain('signCookie(');
    const { includedChunks } = await ask('add sealEnvelope to how the session cookie is signed');
    expect(includedChunks.length).toBeGreaterThan(0);
  });

  it('T-016 FR-016-19: takes files that are open and files that are named', async () => {
    // No search finds it for the task.
    const named = 'src/retry.py';
    const kindOf = async (...argv: readonly string[]): Promise<string | undefined> =>
      (await pack(argv)).includedChunks.find(({ filePath }) => filePath === named)?.sourceType;

    expect(await kindOf('--open', named)).toBe('open-file');
    expect(await kindOf('--reference', `docs/guide.md,${named}`)).toBe('reference');
  });

  it('goes on without a file that cannot be used, and warns of it in a pipe, too', async () => {
    const { exitCode, stdout, stderr } = await run(['--open', 'none.ts,../../etc/passwd,.env']);

    expect([exitCode, stdout === '']).toEqual([0, false]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => /^warning: \S+ is left out \(([a-z-]+)\): /u.exec(line)?.[1])).toEqual([
      ...['not-found', 'path-denied', 'path-denied'],
    ]);
    const { rejectedSources, partial } = await pack(['--open', 'none.ts']);
    expect(rejectedSources).toMatchObject([{ filePath: 'none.ts', reason: 'not-found' }]);
    // It is listed, and packing again would change nothing.
    expect(partial).toBe(false);
  });

  it('T-016 FR-016-20: takes output of tools from anywhere and from standard input, each under its name', async () => {
    const elsewhere = aFolder({
      'test run.log': 'FAIL signCookie at src/seal.ts:2\n',
      'b/test run.log': 'FAIL expire\n',
    });
    const files = [join(elsewhere, 'test run.log'), join(elsewhere, 'b/test run.log'), '-'];
    const { includedChunks, content } = await pack(['--tool-result', files.join(',')], { stdin: 'session output\n' });

    const names = includedChunks
      .filter(({ sourceType }) => sourceType === 'tool-result')
      .map(({ filePath }) => filePath);
    expect(names.toSorted()).toEqual(['tool:2-test_run.log', 'tool:stdin', 'tool:test_run.log']);
    expect(content).toContain('FAIL signCookie at src/seal.ts:2');
    expect(content).toContain('FAIL expire');
    expect(content).toContain('session output');
  });

  it('T-016 AC-023: refuses output of tools from a file that can hold secrets', async () => {
    const elsewhere = aFolder({ '.env': 'A=1\n' });

    expect(await fail(['--tool-result', join(elsewhere, '.env')])).toMatchObject({ exitCode: 1, code: 'path-denied' });
  });

  it('T-016 FR-016-139: fills a template that everybody has, or one of the user', async () => {
    const elsewhere = aFolder({ 'mine.mustache': 'Task: {{task}}\n{{#files}}{{path}};{{/files}}' });

    expect((await run(['--template', 'xml'])).stdout).toContain('<');
    expect(JSON.parse((await run(['--template', 'json'])).stdout)).toBeInstanceOf(Object);
    const own = await run(['--template', join(elsewhere, 'mine.mustache')]);
    expect(own.stdout).toMatch(/^Task: how is the session cookie signed\nsrc\/session\.ts;/u);
    expect((await run(['--template', '-'], { stdin: '{{#files}}{{path}} {{/files}}' })).stdout).toContain(
      'src/session.ts ',
    );
  });

  it('weighs as the profile says', async () => {
    expect((await pack(['--profile', 'bug-fix'])).weights).toEqual({ relevance: 0.3, recency: 0.6, source: 0.1 });
  });

  describe('with a configuration', () => {
    const configure = (text: string): string => aFolder({ ...sessionFiles, '.agent/config.yml': text });

    it('T-016 AC-146: takes budget, weights and priorities from it', async () => {
      const workingDirectory = configure(
        'context:\n  budget: { total: 50000, response_reserve: 10000, system_reserve: 5000 }\n' +
          '  ranking: { relevance_weight: 0.7, recency_weight: 0.1, source_weight: 0.2 }\n' +
          '  source_priority: { search_results: 30 }\n',
      );
      const { availableTokens, weights, includedChunks } = await pack([], { workingDirectory });

      expect(availableTokens).toBe(35_000);
      expect(weights).toEqual({ relevance: 0.7, recency: 0.1, source: 0.2 });
      expect(new Set(includedChunks.map(({ factors }) => factors.source))).toEqual(new Set([0.3]));
    });

    it('T-016 AC-150: fails at the start when it is wrong', async () => {
      const workingDirectory = configure('context:\n  ranking: { relevance_weight: 0.9 }\n');

      expect(await fail([], { workingDirectory })).toMatchObject({ exitCode: 2, code: 'invalid-configuration' });
    });

    it('names the threshold when all chunks are below it', async () => {
      const workingDirectory = configure(
        'context:\n  ranking: { inclusion_threshold: 1 }\n  selection: { minimum_chunks: 0 }\n',
      );
      const { exitCode, stdout, stderr } = await run([], { workingDirectory });

      expect([exitCode, stdout]).toEqual([0, '']);
      expect(stderr).toMatch(/^All chunks score below context\.ranking\.inclusion_threshold\./u);
    });
  });

  describe('--output', () => {
    it('writes the text, and sums it up on standard error', async () => {
      const folder = aFolder();
      const file = join(folder, 'out.md');
      const first = await run(['--output', file, '--open', 'src/seal.ts,lib/seal.ts']);
      const written = readFileSync(file, 'utf8');
      const second = await run(['--output', 'out.md', '--workspace', workspace], { workingDirectory: folder });

      expect([first.exitCode, first.stdout]).toEqual([0, '']);
      expect(written).toBe((await run(['--open', 'src/seal.ts,lib/seal.ts'])).stdout);
      expect(first.stderr).toMatch(/^Wrote \S+out\.md \(\d+ tokens\)\.\nBudget: 90,000 tokens \| Used: /u);
      expect(first.stderr).toMatch(/Left out\n {2}duplicate +1 chunk, /u);
      expect(second.stderr).toMatch(/^Replaced out\.md/u);
    });

    it('writes through no link', async () => {
      const elsewhere = aFolder({ 'kept.md': 'kept' });
      symlinkSync(join(elsewhere, 'kept.md'), join(workspace, 'link.md'));
      for (const name of ['linked', '..linked']) symlinkSync(elsewhere, join(workspace, name));

      for (const path of ['link.md', 'linked/new.md', 'linked/kept.md', '..linked/new.md']) {
        expect(await fail(['--output', path])).toMatchObject({ exitCode: 1, code: 'path-denied' });
      }
      expect(readFileSync(join(elsewhere, 'kept.md'), 'utf8')).toBe('kept');
      expect(existsSync(join(elsewhere, 'new.md'))).toBe(false);
      for (const path of ['link.md', 'linked', '..linked']) rmSync(join(workspace, path));
    });

    it('prints the JSON beside it', async () => {
      const file = join(aFolder(), 'out.md');
      const { content } = await pack(['--output', file]);

      expect(readFileSync(file, 'utf8')).toBe(content);
    });
  });

  it('shows how long each stage took with --debug-timing', async () => {
    const { stdout, stderr } = await run(['--debug-timing']);

    expect(stdout).toMatch(/^### /u);
    const stages = [
      'Index update',
      'Context collection',
      'Chunking',
      'Ranking',
      'Deduplication',
      'Selection',
      'Formatting',
    ];
    const lines = stages.map((stage) => String.raw`\[TIMING\] ${stage}: [\d,]+ms\n`).join('');
    expect(stderr).toMatch(
      new RegExp(String.raw`^${lines}\[TIMING\] TOTAL PACKING TIME: [\d,]+ms [✓✗] \(target: <500ms\)\n$`, 'u'),
    );
    expect((await run(['--debug-timing', '--no-refresh'])).stderr).toMatch(/^\[TIMING\] Context collection/u);
  });

  it('shows text, stages and a summary on a terminal', async () => {
    const { stdout, stderr } = await run(['--budget', '200'], { terminalColumns: 100 });

    expect(stdout).toMatch(/^### .*\n```\n\n$/su);
    for (const stage of ['collecting sources', 'cutting files', 'ranking', 'removing repetition', 'formatting']) {
      expect(stderr).toContain(`Packing: ${stage}`);
    }
    expect(stderr).toMatch(/Budget: 200 tokens \| Used: \d+ tokens/u);
    expect(stderr).toMatch(/#1 +\d\.\d{3} +\d+ +search +src\/session\.ts:\d+-\d+/u);
    expect(stderr).toContain('Run "lexichord context show --verbose" for details.');
  });

  it('sums up in the order of ranks, rejected sources and a partial pack included', async () => {
    const { stderr } = await run(['--open', 'none.ts'], { terminalColumns: 100 });
    const withoutIndex = { workingDirectory: aFolder(sessionFiles), terminalColumns: 100 };
    const partial = await run(['--open', 'src/seal.ts', '--no-refresh'], withoutIndex);

    expect(stderr).toMatch(/Rejected sources\n {2}none\.ts +not-found: /u);
    expect(stderr).not.toContain('The pack is incomplete');
    expect(partial.stderr).toMatch(/Rejected sources\n {2}search +no-index: /u);
    expect(partial.stderr).toContain('The pack is incomplete');
  });

  it('ends with 130 when it is interrupted', async () => {
    const interruption = new AbortController();
    const result = run([], { signal: interruption.signal });
    interruption.abort();

    expect(await result).toMatchObject({ exitCode: 130, stdout: '' });
  });

  it('is open from the Core tier on', async () => {
    expect((await run(['--tier', 'core'])).exitCode).toBe(0);
  });

  it('gives the same bytes again', async () => {
    expect(await run([])).toEqual(await run(['--no-refresh']));
  });

  it('with --no-refresh builds no index, and says that there is none', async () => {
    const workingDirectory = aFolder(sessionFiles);
    const { exitCode, stdout, stderr } = await run(['--no-refresh', '--open', 'src/seal.ts'], { workingDirectory });

    expect([exitCode, stdout.startsWith('### src/seal.ts')]).toEqual([0, true]);
    expect(stderr).toMatch(/^warning: search is left out \(no-index\): .*lexichord index/u);
    expect(existsSync(join(workingDirectory, '.lexichord/db'))).toBe(false);
  });

  it('with --no-refresh warns of an index that is older than the files', async () => {
    const workingDirectory = await anIndexedWorkspace();
    writeFileSync(join(workingDirectory, 'src/seal.ts'), 'export const other = "no session cookie";\n');
    const { warnings, partial } = await pack(['--no-refresh'], { workingDirectory });

    expect([warnings, partial]).toEqual([[expect.stringContaining('changed since the index was built')], false]);
    expect((await run(['--no-refresh'], { workingDirectory })).stderr).toMatch(/^warning: 1 file has changed/u);
  });

  it('brings the index up to date first', async () => {
    const workingDirectory = aFolder(sessionFiles);
    await run([], { workingDirectory });
    writeFileSync(join(workingDirectory, 'src/fresh.ts'), 'export const freshCookie = "signed session cookie";\n');

    const { includedChunks } = await pack([], { workingDirectory });

    expect(includedChunks.map(({ filePath }) => filePath)).toContain('src/fresh.ts');
  });

  it('packs what it can when the index cannot be kept', async () => {
    const workingDirectory = aFolder({ ...sessionFiles, '.lexichord/db': 'no folder' });
    const { exitCode, stdout, stderr } = await run(['--open', 'src/seal.ts', '--trust-state'], { workingDirectory });

    expect([exitCode, stdout.startsWith('### src/seal.ts')]).toEqual([0, true]);
    expect(stderr).toContain('warning: The search index could not be updated: ');
  });

  it('prints what it packed even if it cannot keep it for "context show"', async () => {
    const workingDirectory = aFolder(sessionFiles);
    mkdirSync(join(workingDirectory, '.lexichord/last-pack.json/x'), { recursive: true });
    const { exitCode, stdout, stderr } = await run(['--trust-state'], { workingDirectory });

    expect([exitCode, stdout.startsWith('### ')]).toEqual([0, true]);
    expect(stderr).toMatch(/^warning: The pack could not be saved/u);
  });

  it('keeps the pack for "context show", and of its chunks no text but the packed one', async () => {
    const { content } = await pack(['--open', 'src/seal.ts,lib/seal.ts']);
    const kept = JSON.parse(readFileSync(join(workspace, '.lexichord/last-pack.json'), 'utf8')) as {
      task: string;
      packed: { content: string; includedChunks: readonly object[]; excludedChunks: readonly object[] };
    };

    expect([kept.task, kept.packed.content]).toEqual([task, content]);
    expect(kept.packed.excludedChunks).not.toEqual([]);
    for (const chunk of [...kept.packed.includedChunks, ...kept.packed.excludedChunks]) {
      expect(chunk).not.toHaveProperty('content');
    }
  });
});
