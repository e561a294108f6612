import { appendFile, cp, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackedContext } from '@lexichord/abstractions';
import { exampleWorkspace, main, packRepository, testOutput } from './main.js';

describe('example 04: pack a repository', () => {
  let workspace: string;
  let packed: PackedContext;

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
    packed = await packRepository(workspace, 950);
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('keeps the text within the budget', () => {
    expect(packed).toMatchObject({ availableTokens: 950, partial: false, warnings: [] });
    expect(packed.totalTokens).toBeLessThanOrEqual(950);
    expect(packed.totalTokens).toBeGreaterThan(600);
  });

  it('has the test that the output names, the open file, and what both work with', () => {
    const [first] = packed.includedChunks;
    const files = new Set(packed.includedChunks.map(({ filePath }) => filePath));

    expect(first).toMatchObject({ filePath: 'test/slots.test.ts', rank: 1, factors: { relevance: 1 } });
    expect([...files].sort()).toEqual([
      'docs/booking.md',
      'src/bookings.ts',
      'src/opening-hours.ts',
      'src/slots.ts',
      'test/slots.test.ts',
      'tool:test',
    ]);
    expect(packed.content).toContain(testOutput.trimEnd());
  });

  it('has a line for what had no room, with the handle that expands it', () => {
    const outline = packed.includedChunks.filter(({ detailLevel = 'body' }) => detailLevel !== 'body');

    expect(outline.length).toBeGreaterThan(0);
    for (const { id } of outline) expect(packed.content).toContain(id);
  });

  it('has the lines of the files as they are, under the numbers that they have there', async () => {
    const test = await readFile(join(workspace, 'test/slots.test.ts'), 'utf8');

    expect(packed.content).toContain(`### test/slots.test.ts (lines 1-19)\n\`\`\`typescript\n${test}\`\`\`\n`);
  });

  it('has what was open and found once, and names what is there in its place', () => {
    const overlaps = packed.excludedChunks.filter(({ reason }) => reason === 'overlap');

    expect(overlaps.length).toBeGreaterThan(0);
    for (const { filePath, sourceType, keptChunk } of overlaps) {
      expect([filePath, sourceType]).toEqual(['src/slots.ts', 'search-result']);
      expect(packed.includedChunks.map(({ id }) => id)).toContain(keptChunk);
    }
  });

  it('keeps the line that the output names when there is room for little, and the same bytes again', async () => {
    const small = await packRepository(workspace, 250);
    const again = await packRepository(workspace, 950);

    expect(
      small.includedChunks.some(
        ({ filePath, startLine, endLine }) => filePath === 'test/slots.test.ts' && startLine <= 14 && 14 <= endLine,
      ),
    ).toBe(true);
    expect(small.totalTokens).toBeLessThanOrEqual(250);
    expect(small.excludedChunks.map(({ reason }) => reason)).toContain('budget-exceeded');
    expect(again.content).toBe(packed.content);
  });

  it('leaves out lines that hold a secret, and files that are never read', async () => {
    const copy = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, copy, { recursive: true });
    const secret = `ghp_${'aB3'.repeat(12)}`;
    await appendFile(join(copy, 'src/slots.ts'), `\n// Slots were exported with ${secret}\n`);
    await writeFile(join(copy, '.env'), 'TOKEN=1\n');

    const { content, excludedChunks, rejectedSources } = await packRepository(copy, 950, ['src/slots.ts', '.env']);

    expect(content).not.toContain(secret);
    expect(content).toContain('### src/slots.ts');
    expect(excludedChunks.find(({ reason }) => reason === 'secret')).toMatchObject({
      filePath: 'src/slots.ts',
      detail: 'github on line 30',
    });
    expect(rejectedSources).toMatchObject([{ filePath: '.env', reason: 'path-denied' }]);
    await rm(copy, { recursive: true });
  });

  it('prints the text and the account of it, and leaves nothing in the workspace that comes with it', async () => {
    const printed = await main();

    expect(printed).toContain(packed.content);
    expect(printed).toContain(`--- ${packed.totalTokens} of 950 tokens`);
    expect(printed).toMatch(/left out: #\d+ \d\.\d\d src\/slots\.ts:1-\d+, search-result, \d+ tokens \(overlap\)/u);
    expect(await readdir(exampleWorkspace)).not.toContain('.lexichord');
  });
});
