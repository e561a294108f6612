import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompressionLevel } from '@lexichord/abstractions';
import { type Findings, conversationFile, main, remember } from './main.js';

describe('example 06: remember a conversation', () => {
  let workspace: string;
  let findings: Findings;

  beforeAll(async () => {
    workspace = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    findings = await remember(workspace, {
      question: 'Which server did we choose, and what does it cost?',
      answer: "I don't have enough context about the rows with a broken due date. Could you remind me?",
    });
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('keeps every message, in segments of which each level is smaller than the one above', () => {
    const { report } = findings;

    expect(report).toMatchObject({ messages: 58, added: 58, known: 0, warnings: [] });
    for (const { tokenCounts } of report.segments) {
      expect(tokenCounts.full).toBeGreaterThan(tokenCounts.detailed);
      expect(tokenCounts.detailed).toBeGreaterThan(tokenCounts.brief);
      expect(tokenCounts.brief).toBeGreaterThan(tokenCounts.tags);
    }
  });

  it('recalls the decision that was asked for, within the budget', () => {
    const { recalled } = findings;

    expect(recalled.content).toContain('Agreed, let us go with the 8 cores and 32 GB for 51 EUR.');
    expect(recalled.totalTokens).toBeLessThanOrEqual(300);
    expect(recalled.originalTokens).toBeGreaterThan(1_500);
  });

  it('notices that the agent misses something, and goes back to the very words', async () => {
    const { decision, steps } = findings;
    const lines = (await readFile(conversationFile, 'utf8')).trim().split('\n');
    const contents = lines.map((line) => (JSON.parse(line) as { readonly content: string }).content);

    expect(decision.shouldExpand).toBe(true);
    expect(steps.map(({ level }) => level)).toEqual([
      CompressionLevel.brief,
      CompressionLevel.detailed,
      CompressionLevel.full,
    ]);
    const said = steps.at(-1)?.messages?.map(({ content }) => content) ?? [];
    expect(said.some((content) => content.includes('31/02/2025'))).toBe(true);
    expect(contents).toEqual(expect.arrayContaining(said));
  });

  it('adds nothing the second time', async () => {
    const { report } = await remember(workspace, { question: '', answer: '' });

    expect(report).toMatchObject({ head: findings.report.head, added: 0, known: 58 });
  });

  it('prints what was kept, recalled and expanded', async () => {
    const printed = await main();

    expect(printed).toContain('kept: 58 messages');
    expect(printed).toContain('full, ');
  });
});
