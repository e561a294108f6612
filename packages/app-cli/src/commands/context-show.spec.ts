import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, aPackedWorkspace, jsonOf, packedTask, locationOf } from '../test-support/packed-workspace.js';
import { aFolder, runCommand, runToError } from '../test-support/run-command.js';

/** One file about the sealing of cookies, and others with one word in common. */
const manyFiles = Object.fromEntries([
  ['seal.ts', 'export function sealSessionCookie(cookie: string): string {\n  return `${cookie}.sealed`;\n}\n'],
  ...Array.from({ length: 9 }, (_, index) => [`part${index}.ts`, `export const session${index} = ${index};\n`]),
]) as Readonly<Record<string, string>>;

describe('context', () => {
  let workspace: string;
  let packed: PackJson;

  const context = (...argv: readonly string[]) => runCommand(['context', ...argv], { workingDirectory: workspace });
  const json = async (...argv: readonly string[]): Promise<unknown> => jsonOf(await context(...argv, '--json'));
  const show = async (...argv: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await context('show', ...argv);
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout;
  };

  beforeAll(async () => {
    ({ folder: workspace, packed } = await aPackedWorkspace());
  });

  describe('show', () => {
    it('sums up the last pack: budget, kinds of sources, chunks', async () => {
      const text = await show();

      expect(text).toMatch(/^Task: +how is the session cookie signed\nPacked: +\d{4}-\S+Z \(just now\)\n/u);
      expect(text).toMatch(/Context budget: +600 tokens; now configured: 90,000\n/u);
      expect(text).toMatch(new RegExp(String.raw`Used: +${packed.totalTokens} tokens \(\d+%\)\n`, 'u'));
      expect(text).toMatch(/Sources: +\d+, 1 rejected, \d+ repeated\n/u);
      expect(text).toMatch(/Sources\n +Kind +Tokens +Chunks +Files\n {2}Tool results +\d+ +1 +1\n {2}Open files /u);
      for (const chunk of packed.includedChunks) expect(text).toContain(locationOf(chunk));
    });

    it('T-016 troubleshooting 3: shows the ranking with its factors', async () => {
      const text = await show('--ranking');

      expect(text).toMatch(/^Ranking of \d+ chunks: 0\.5 × relevance \+ 0\.3 × recency \+ 0\.2 × source\n/u);
      const ranks = [...text.matchAll(/^ +#(\d+) /gmu)].map(([, rank]) => Number(rank));
      expect(ranks).toEqual(ranks.map((_, index) => index + 1));
      expect(text).toMatch(
        /#1 +\d\.\d{3} +\d\.\d\d +\d\.\d\d +\d\.\d\d +(?:just now|\d+ minutes? ago) +included +\S+:\d+-\d+/u,
      );
    });

    it('T-016 FR-016-118: shows what was left out with the reason, and what is there in its place', async () => {
      const text = await show('--excluded');

      expect(text).toMatch(new RegExp(String.raw`^Excluded chunks \(${packed.excludedChunks.length}\)\n`, 'u'));
      expect(text).toMatch(
        / overlap +src\/cookies\.ts:1-\d+ signSessionCookie \(in its place: src\/cookies\.ts:1-\d+; all of its lines .*\)\n/u,
      );
      expect(text).toMatch(/Rejected sources \(1\)\n.*\n {2}open-file +not-found +none\.ts \(.*does not exist/u);
    });

    it('names the best of what scored too little, and counts the others', async () => {
      const folder = aFolder({ '.agent/.keep': '', ...manyFiles });
      const argv = ['pack', 'how is the session cookie sealed', '--budget', '600', '--json'];
      const { excludedChunks } = jsonOf(await runCommand(argv, { workingDirectory: folder })) as PackJson;
      const weak = excludedChunks.filter(({ reason }) => reason === 'below-threshold');

      const { stdout } = await runCommand(['context', 'show', '--excluded'], { workingDirectory: folder });

      expect(stdout.match(/ below-threshold /gu)).toHaveLength(5);
      expect(stdout).toMatch(/ \(it scores 0\.\d\d, and 0\.\d\d would be enough\)\n/u);
      expect(stdout).toContain(`\n  … and ${weak.length - 5} more chunks below the threshold; --json lists all\n`);
    });

    it('shows the chunks and whether they are whole', async () => {
      expect(await show('--chunks')).toMatch(
        /^Chunks \(\d+\)\n.*\n(?:.*\n)* +\d+ +function +complete +src\/cookies\.ts:/u,
      );
    });

    it('T-016 troubleshooting 4: shows the tokens saved by removing repetition', async () => {
      const { stats } = packed;

      expect(await show('--dedup-stats')).toMatch(
        new RegExp(
          String.raw`^Deduplication\nInput chunks: +${String(stats['chunks'])}\nExact duplicates removed: +${String(stats['exactDuplicates'])}\n` +
            String.raw`Overlap duplicates removed: ${String(stats['overlapDuplicates'])}\nUnique chunks retained: +\d+\nToken savings: +${String(stats['tokensSaved'])} tokens \(\d+%\)\n$`,
          'u',
        ),
      );
    });

    it('shows how the window is divided', async () => {
      expect(await show('--tokens')).toMatch(
        /^Token allocation\nTotal window: +600\nSystem prompt: +0 \(0%\)\nPacked context: +\d+ \(\d+%\)\nResponse reserve: 0 \(0%\)\nUnused: +\d+ \(/u,
      );
    });

    it('shows the numbers', async () => {
      expect(await show('--stats')).toMatch(
        /^Pack\nSources: +\d+\n(?:.*\n)*Time: +collect [\d,]+ ms, .*total [\d,]+ ms\n\nDeduplication\n/u,
      );
    });

    it('shows everything with --verbose', async () => {
      const text = await show('--verbose');

      for (const heading of [
        'Task:',
        'Ranking of',
        'Excluded chunks',
        'Rejected sources',
        'Token allocation',
        'Pack\n',
      ]) {
        expect(text).toContain(heading);
      }
    });

    it('has everything as JSON, without a text of a file', async () => {
      const shown = await json('show');

      expect(shown).toMatchObject({
        ...{
          task: packedTask,
          budget: { totalTokens: 600 },
          configuredTokens: 90_000,
          includedChunks: packed.includedChunks,
        },
        ...{ excludedChunks: packed.excludedChunks, rejectedSources: packed.rejectedSources, stats: packed.stats },
        tokens: { totalWindow: 600, packedContext: packed.totalTokens },
        deduplication: { inputChunks: packed.stats['chunks'] },
      });
      expect(shown).not.toHaveProperty('content');
    });

    it('shows one thing at a time', async () => {
      expect(
        await runToError(['context', 'show', '--stats', '--ranking'], { workingDirectory: workspace }),
      ).toMatchObject({
        exitCode: 2,
        code: 'invalid-argument',
      });
    });
  });

  describe('export', () => {
    it('writes the packed text as it was, and replaces nothing without --force', async () => {
      const folder = aFolder();
      const file = join(folder, 'packed.md');
      const first = await context('export', file);

      expect(first).toMatchObject({ exitCode: 0, stderr: '' });
      expect(first.stdout).toMatch(
        new RegExp(String.raw`^Exported the packed text to .*packed\.md \(${packed.totalTokens} tokens\)\.\n$`, 'u'),
      );
      expect(readFileSync(file, 'utf8')).toBe(packed.content);
      writeFileSync(file, 'mine');
      expect(await runToError(['context', 'export', file], { workingDirectory: workspace })).toMatchObject({
        exitCode: 2,
        message: expect.stringContaining('--force') as string,
      });
      expect(readFileSync(file, 'utf8')).toBe('mine');
      expect(await json('export', file, '--force')).toEqual({
        file,
        outcome: 'replaced',
        totalTokens: packed.totalTokens,
      });
      expect(readFileSync(file, 'utf8')).toBe(packed.content);
    });

    it('writes through no link, not even with --force', async () => {
      const folder = aFolder({ 'kept.md': 'kept' });
      symlinkSync(join(folder, 'kept.md'), join(folder, 'link.md'));

      const argv = ['context', 'export', join(folder, 'link.md'), '--force'];
      expect(await runToError(argv, { workingDirectory: workspace })).toMatchObject({
        exitCode: 1,
        code: 'path-denied',
      });
      expect(readFileSync(join(folder, 'kept.md'), 'utf8')).toBe('kept');
    });
  });

  it.each([
    [['show']],
    [['export', 'packed.md']],
    [['sources']],
    [['validate-sources']],
    [['explain-rank', '--chunk', 'a.ts:1-2']],
    [['compare-chunks', '--chunk1', 'a.ts:1-2', '--chunk2', 'a.ts:1-2']],
    [['verify']],
  ])('%j says what to do when nothing was packed yet', async (argv) => {
    const error = await runToError(['context', ...argv], { workingDirectory: aFolder({ '.agent/.keep': '' }) });

    expect(error).toMatchObject({ exitCode: 1, code: 'not-found' });
    expect(error.message).toContain('Run "lexichord pack <task>" first.');
  });
});

describe('context of an empty pack', () => {
  it('is shown with a note on what to do', async () => {
    const workingDirectory = aFolder({ '.agent/.keep': '', 'a.ts': 'export const one = 1;\n' });
    await runCommand(['pack', 'zqxv'], { workingDirectory });

    const { stdout } = await runCommand(['context', 'show'], { workingDirectory });
    const verified = await runCommand(['context', 'verify'], { workingDirectory });

    expect(stdout).toMatch(
      /Used: +0 tokens \(0%\)\nIncluded chunks: 0, from 0 files\nExcluded chunks: 0\nSources: +0/u,
    );
    expect(stdout).toContain('No relevant code or documents were found for this task.');
    expect(verified).toMatchObject({ exitCode: 0, stdout: '0 as packed, 0 changed, 0 missing, 0 not checked\n' });
  });
});
