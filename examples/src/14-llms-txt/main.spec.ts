import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createRuntime } from '@lexichord/runtime';

import { describeForModels, main } from './main.js';

const files = {
  '.agentignore': 'internal/\n',
  'docs/a guide.md': '# Tides\n\nWhen the water\ncomes.\n\nMore.\n',
  'docs/untitled.md': '- a list\n',
  'internal/plans.md': '# Plans\n',
  'package.json': '{ "name": "harbour", "description": "Boats and tides." }\n',
};

describe('example 14: an llms.txt', () => {
  it('has the project and its pages, and none that the workspace denies', async () => {
    const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(workspaceRoot, path)), { recursive: true });
      await writeFile(join(workspaceRoot, path), text);
    }
    const lexichord = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'error' } } });

    const text = await describeForModels(lexichord, 'https://example.org/');
    await lexichord.dispose();
    await rm(workspaceRoot, { recursive: true });

    expect(text).toBe(
      '# harbour\n\n> Boats and tides.\n\n## Docs\n\n' +
        '- [Tides](https://example.org/docs/a%20guide.md): When the water comes.\n' +
        '- [docs/untitled.md](https://example.org/docs/untitled.md)\n',
    );
  });

  it('describes the workspace that comes with the examples', async () => {
    expect(await main()).toContain('](https://example.org/docs/operations.md): ');
  });
});
