import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exampleWorkspace } from '../01-assemble-a-document/main.js';
import { askTwice, main, watchAnAgent } from './main.js';

describe('example 07: watch an agent', () => {
  let workspace: string;

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('tells of both assemblies, the second without the source that was switched off', async () => {
    const { lines } = await watchAnAgent(workspace, askTwice);

    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^editor: [\d]+ of 2000 tokens \(document \d+, .*heading \d+/u);
    expect(lines[1]).toMatch(/^editor: [\d]+ of 400 tokens \(document \d+/u);
    expect(lines[1]).not.toContain('heading');
  });

  it('serves the panel on the loopback interface for as long as the work takes, and to nobody without the secret', async () => {
    const { address } = await watchAnAgent(workspace, async (_runtime, served) => {
      const { origin } = new URL(served);
      expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
      expect((await fetch(`${origin}/health`)).status).toBe(200);
      expect((await fetch(`${origin}/`)).status).toBe(403);
      expect((await fetch(`${served}metrics`)).status).toBe(200);
    });

    await expect(fetch(address)).rejects.toThrow();
  });

  it('prints what was seen', async () => {
    expect((await main()).split('\n')).toHaveLength(2);
  });
});
