import { appendFile, cp, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFragment } from '@lexichord/abstractions';
import { type Findings, askRepository, describe as describeHit, exampleWorkspace, main } from './main.js';

describe('example 03: search a repository', () => {
  let workspace: string;
  let findings: Findings;

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
    findings = await askRepository(workspace, 'how is a pickup code verified');
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('indexes every file, and only what changed the next time', async () => {
    expect(findings.report).toMatchObject({ files: 6, added: 6, skipped: [], warnings: [] });

    await appendFile(join(workspace, 'docs/operations.md'), '\n## When the printer is out of paper\n\nFill it.\n');
    const { report, hits } = await askRepository(workspace, 'printer out of paper');

    expect(report).toMatchObject({ files: 6, added: 0, changed: 1, removed: 0 });
    expect(hits[0]?.filePath).toBe('docs/operations.md');
  });

  it.each([
    ['how is a pickup code verified', 'src/pickup-codes.ts'],
    ['RetryPolicy.delayBefore', 'src/retry-policy.ts'],
    ['log out people who left', 'src/sessions.py'],
    ['src/sessions.py line 20', 'src/sessions.py'],
    ['what to do when the courier is down', 'docs/operations.md'],
  ])('answers %j from %s', async (question, filePath) => {
    expect((await askRepository(workspace, question)).hits[0]?.filePath).toBe(filePath);
  });

  it('has scores that are the sums of their reasons, best first', () => {
    const scores = findings.hits.map(({ score }) => score);

    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { score, parts = [] } of findings.hits) {
      expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
    }
  });

  it('stays where the filter says', () => {
    expect(findings.inDocs.length).toBeGreaterThan(0);
    expect(new Set(findings.inDocs.map(({ filePath }) => filePath))).toEqual(new Set(['docs/operations.md']));
  });

  it('gives an agent what was found, within the budget', () => {
    const { context } = findings;

    expect(getFragment(context, 'rag')?.content).toContain('verifyPickupCode');
    expect(context.renderedTokens).toBeLessThanOrEqual(1_000);
  });

  it('prints places with their reasons, and leaves nothing in the workspace that comes with it', async () => {
    const printed = await main();

    expect(printed).toContain('6 files');
    expect(printed).toContain(describeHit(findings.hits[0]!));
    expect(await readdir(exampleWorkspace)).not.toContain('.lexichord');
  });
});
