import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type ChunkJson,
  type PackJson,
  aPackedWorkspace,
  cookies,
  jsonOf,
  locationOf,
} from '../test-support/packed-workspace.js';
import { type CommandResult, aFolder, runCommand, runToError } from '../test-support/run-command.js';

describe('context', () => {
  let workspace: string;
  let packed: PackJson;
  let best: ChunkJson;

  const context = (...argv: readonly string[]) => runCommand(['context', ...argv], { workingDirectory: workspace });
  const json = async (...argv: readonly string[]): Promise<unknown> => jsonOf(await context(...argv, '--json'));

  beforeAll(async () => {
    ({ folder: workspace, packed, best } = await aPackedWorkspace());
  });

  describe('explain-rank', () => {
    it('T-016 AC-091: shows factors, weights and the score that they come to', async () => {
      const { exitCode, stdout } = await context('explain-rank', '--chunk', locationOf(best));
      const { relevance, recency, source } = best.factors;

      expect(exitCode).toBe(0);
      const formula = `(${relevance.toFixed(2)} × 0.5) + (${recency.toFixed(2)} × 0.3) + (${source.toFixed(2)} × 0.2) = ${best.rankScore.toFixed(3)}`;
      expect(stdout).toContain(`Combined score: ${formula}\n`);
      expect(relevance * 0.5 + recency * 0.3 + source * 0.2).toBeCloseTo(best.rankScore, 6);
      expect(stdout).toMatch(/^src\/cookies\.ts:1-\d+ signSessionCookie \(function, \d+ tokens\)\n/u);
      expect(stdout).toMatch(
        /Relevance: +\d\.\d\d \(cookie, session.*\)\nRecency: +1\.00 \(changed (?:just now|\d+ minutes? ago), \d{4}-/u,
      );
      expect(stdout).toMatch(/Source: +0\.80 \(open-file, priority 80\)\n/u);
      expect(stdout).toMatch(new RegExp(String.raw`Rank: +#${best.rank} of \d+\nState: +included\n`, 'u'));
    });

    it('says that the age of a search hit is not counted', async () => {
      const hit = packed.includedChunks.find(({ sourceType }) => sourceType === 'search-result') as ChunkJson;
      const { stdout } = await context('explain-rank', '--chunk', locationOf(hit));

      expect(stdout).toMatch(/Recency: +0\.00 \(not counted for a search hit; changed /u);
    });

    it('takes the end of a path, and a whole id', async () => {
      const byName = (await json('explain-rank', '--chunk', locationOf(best).replace('src/', ''))) as { id: string };
      const byId = (await json('explain-rank', '--chunk', best.id)) as { id: string };
      const argv = ['context', 'explain-rank', '--chunk', locationOf(best).replace('src/', './'), '--json'];
      const fromHere = await runCommand(argv, { workingDirectory: join(workspace, 'src') });
      expect(JSON.parse(fromHere.stdout)).toMatchObject({ id: best.id });

      expect([byName.id, byId.id]).toEqual([best.id, best.id]);
    });

    it.each([
      [[], 2, '--chunk is missing'],
      [['--chunk', 'src/session.ts'], 2, 'it must be a file and lines, such as src/login.ts:45-78'],
      [['--chunk', 'src/session.ts:9-3'], 2, 'it must be a file and lines'],
      [['--chunk', 'src/session.ts:0-3'], 2, 'it must be a file and lines'],
      [['--chunk', 'src/session.ts:999-1000'], 1, 'Chunks of that file: src/session.ts:'],
      [['--chunk', 'elsewhere.ts:1-2'], 1, '"lexichord context sources" lists the files'],
    ])('refuses %j', async (argv, exitCode, message) => {
      const error = await runToError(['context', 'explain-rank', ...argv], { workingDirectory: workspace });

      expect(error.exitCode).toBe(exitCode);
      expect(error.message).toContain(message);
    });
  });

  describe('compare-chunks', () => {
    it('T-016 troubleshooting 4: shows shared lines, and which of the two is removed by which rule', async () => {
      const part = packed.excludedChunks.find(({ reason }) => reason === 'overlap') as ChunkJson;
      const { exitCode, stdout } = await context(
        'compare-chunks',
        '--chunk1',
        locationOf(part),
        '--chunk2',
        locationOf(best),
      );
      const lines = (chunk: ChunkJson) => chunk.endLine - chunk.startLine + 1;

      expect(exitCode).toBe(0);
      expect(stdout).toContain(` lines ${part.startLine}-${part.endLine} (${lines(part)} lines)\n`);
      expect(stdout).toContain(
        `${lines(part)}/${lines(part)} = 100% of chunk 1, ${lines(part)}/${lines(best)} = 50% of chunk 2\n`,
      );
      expect(stdout).toMatch(
        /Decision: +REMOVE chunk 1, which ranks lower: all of its lines are in the other chunk\n/u,
      );
    });

    it('keeps both of two that have nothing in common', async () => {
      const other = packed.includedChunks.find(({ filePath }) => filePath !== best.filePath) as ChunkJson;
      const compared = await json('compare-chunks', '--chunk1', locationOf(best), '--chunk2', locationOf(other));

      expect(compared).toMatchObject({
        sharedLines: 0,
        share: 0,
        hasSameContent: false,
        reason: 'neither is a duplicate of the other',
      });
      expect(compared).not.toHaveProperty('removed');
    });

    it('says of twins with other line ends that only these differ, and not that they share no line', async () => {
      const text = 'export function seal(cookie: string): string {\n  return sign(cookie);\n}\n';
      const workingDirectory = aFolder({ 'a.ts': text, 'b.ts': text.replaceAll('\n', '\r\n') });
      await runCommand(['pack', 'how is the cookie sealed', '--open', 'a.ts,b.ts'], { workingDirectory });

      const argv = ['context', 'compare-chunks', '--chunk1', 'a.ts:1-3', '--chunk2', 'b.ts:1-3'];
      const { stdout } = await runCommand(argv, { workingDirectory });

      expect(stdout).toMatch(/Overlap: +none, they are from different files\n/u);
      expect(stdout).toMatch(
        /Decision: +REMOVE chunk [12](?:, which ranks lower)?: its lines are the same except for line ends\n/u,
      );
    });

    it('has nothing to compare a chunk with that is there once', async () => {
      const once = packed.includedChunks.find(({ sourceType }) => sourceType === 'tool-result') as ChunkJson;
      const argv = ['context', 'compare-chunks', '--chunk1', locationOf(once), '--chunk2', locationOf(once)];

      expect(await runToError(argv, { workingDirectory: workspace })).toMatchObject({ exitCode: 1, code: 'not-found' });
    });
  });

  describe('lines that were found in two ways', () => {
    const twice = (...argv: readonly string[]): Promise<CommandResult> => {
      const record = JSON.parse(readFileSync(join(workspace, '.lexichord/last-pack.json'), 'utf8')) as {
        packed: { excludedChunks: unknown[] };
      };
      const twin = { ...best, rank: 99, sourceType: 'search-result', reason: 'duplicate', keptChunk: best.id };
      record.packed.excludedChunks.push({ ...twin, enclosing: [], definitions: [] });
      const workingDirectory = aFolder({ '.lexichord/last-pack.json': JSON.stringify(record) });
      return runCommand(['context', ...argv, '--trust-state'], { workingDirectory });
    };

    it('are explained as what is in the text, with the other named', async () => {
      const { stdout } = await twice('explain-rank', '--chunk', locationOf(best));

      expect(stdout).toMatch(/State: +included\n/u);
      expect(stdout).toContain(`Also found as search-result: #99, left out: duplicate; kept instead: ${best.id}\n`);
    });

    it('are compared with each other', async () => {
      const place = locationOf(best);
      const { stdout } = await twice('compare-chunks', '--chunk1', place, '--chunk2', place);

      expect(stdout).toMatch(/ = 100% of chunk 1, .* = 100% of chunk 2\n/u);
      expect(stdout).toMatch(/Decision: +REMOVE chunk 2, which ranks lower: its text is the same\n/u);
    });
  });

  describe('sources', () => {
    it('lists the files with kinds, tokens and chunks', async () => {
      const { sources } = (await json('sources')) as {
        sources: readonly { filePath: string; sourceTypes: readonly string[] }[];
      };

      expect(sources.find(({ filePath }) => filePath === 'src/cookies.ts')).toMatchObject({
        sourceTypes: ['open-file', 'search-result'],
        includedChunks: 2,
        chunks: expect.any(Number) as number,
      });
      expect((await context('sources')).stdout).toMatch(
        / +\d+ +2 of \d +open-file, search-result +src\/cookies\.ts\n/u,
      );
    });

    it('knows nothing of changes without git, and no other filter', async () => {
      const options = { workingDirectory: workspace };

      expect(await runToError(['context', 'sources', '--filter', 'modified'], options)).toMatchObject({
        exitCode: 1,
        code: 'not-found',
      });
      expect(await runToError(['context', 'sources', '--filter', 'new'], options)).toMatchObject({ exitCode: 2 });
    });
  });

  describe('validate-sources', () => {
    it('T-016 AC-021: says of each file whether it may be packed, and why not', async () => {
      const paths = ['src/session.ts', '../../etc/passwd', '/etc/passwd', '.env', '.git/config', 'none.ts', 'src'];
      const { exitCode, stdout } = await context('validate-sources', ...paths);

      expect(exitCode).toBe(1);
      const outcomes = stdout
        .split('\n')
        .slice(0, paths.length)
        .map((line) => line.split(': ')[1]?.split(') ')[0]);
      expect(outcomes).toEqual([
        ...['PASS', 'FAIL (path-denied', 'FAIL (path-denied', 'FAIL (path-denied', 'FAIL (path-denied'],
        ...['FAIL (not-found', 'FAIL (invalid-argument'],
      ]);
      expect(stdout).toMatch(/\n\n1 valid, 6 rejected\n$/u);
    });

    it('checks the sources of the last pack when none are named', async () => {
      const validated = jsonOf(await context('validate-sources', '--json')) as {
        sources: readonly object[];
        valid: number;
        rejected: number;
      };

      expect(validated.sources).toContainEqual({ path: 'src/session.ts', valid: true });
      expect(validated).toMatchObject({ rejected: 1 });
      expect(validated.sources.at(-1)).toMatchObject({ path: 'none.ts', valid: false, reason: 'not-found' });
    });

    it('succeeds when all may be packed', async () => {
      expect(await context('validate-sources', 'src/session.ts')).toMatchObject({ exitCode: 0, stderr: '' });
      const inner = { workingDirectory: join(workspace, 'src') };
      const { stdout } = await runCommand(['context', 'validate-sources', 'session.ts', '--json'], inner);
      expect(JSON.parse(stdout)).toMatchObject({ sources: [{ path: 'src/session.ts', valid: true }] });
    });
  });

  describe('verify', () => {
    interface Verified {
      readonly chunks: readonly { readonly filePath: string; readonly status: string; readonly movedTo?: object }[];
      readonly failed: number;
    }
    const statusOf = ({ chunks }: Verified, path: string) => chunks.find(({ filePath }) => filePath === path);
    afterEach(() => {
      writeFileSync(join(workspace, 'src/cookies.ts'), cookies);
    });

    it('T-016 troubleshooting 5: passes while the lines are as they were packed', async () => {
      const { exitCode, stdout } = await context('verify', '--chunk', locationOf(best));
      const all = await context('verify');

      expect([exitCode, all.exitCode]).toEqual([0, 0]);
      expect(stdout).toMatch(
        new RegExp(
          String.raw`^The pack says: src/cookies\.ts, lines 1-\d+\n {2}Line 1 now: "export function .*"\n {2}Line \d+ now: .*\nVerification: PASS `,
          'u',
        ),
      );
      expect(all.stdout).toMatch(/PASS src\/cookies\.ts:/u);
      expect(all.stdout).toMatch(/not checked tool:test\.log:1-1 \(.*\)\n/u);
      expect(all.stdout).toMatch(/\n\n\d+ as packed, 0 changed, 0 missing, 1 not checked\n$/u);
    });

    it('T-016 NFR-016-27: fails when lines have moved, and says where to', async () => {
      writeFileSync(join(workspace, 'src/cookies.ts'), `// new\n${cookies}`);
      const { exitCode, stdout } = await context('verify', '--json');
      const verified = JSON.parse(stdout) as Verified;

      expect([exitCode, verified.failed]).toEqual([1, 2]);
      expect(statusOf(verified, 'src/cookies.ts')).toMatchObject({
        status: 'changed',
        movedTo: { startLine: best.startLine + 1, endLine: best.endLine + 1 },
      });
    });

    it('fails when a file has changed or is gone', async () => {
      writeFileSync(join(workspace, 'src/cookies.ts'), 'export {};\n');
      const changed = await context('verify', '--chunk', locationOf(best));
      writeFileSync(join(workspace, 'src/cookies.ts'), Buffer.from([0, 1, 2]));
      const binary = JSON.parse((await context('verify', '--json')).stdout) as Verified;

      expect([changed.exitCode, binary.failed]).toEqual([1, 2]);
      expect(changed.stdout).toMatch(/Verification: changed The file now has other text there\. Pack again\.\n$/u);
      expect(statusOf(binary, 'src/cookies.ts')).toMatchObject({ status: 'missing' });
    });
  });

  describe('refresh', () => {
    it('brings the index up to date, and says that no process serves the workspace', async () => {
      writeFileSync(join(workspace, 'src/extra.ts'), 'export const extra = 1;\n');
      const { exitCode, stdout } = await context('refresh');

      expect(exitCode).toBe(0);
      expect(stdout).toMatch(
        /^\d+ files, \d+ chunks in the index, .*\n1 added, 0 changed, 0 removed.*\nNeither "lexichord preview" nor/u,
      );
      expect(await json('refresh')).toMatchObject({ index: { added: 0, changed: 0 }, cleared: 0 });
    });
  });
});
