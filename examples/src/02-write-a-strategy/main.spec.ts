import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFragment } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';
import { assembleWithTasks, exampleWorkspace, main } from './main.js';
import { openTasksStrategy } from './open-tasks-strategy.js';

describe('example 02: write a strategy', () => {
  let workspace: string;

  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
  });

  afterEach(() => rm(workspace, { recursive: true, force: true }));

  it('puts the open tasks that name the document first', async () => {
    const context = await assembleWithTasks(workspace, 'docs/install.md');

    const tasks = getFragment(context, 'open-tasks');
    expect(tasks?.content.split('\n')).toEqual([
      '- [ ] docs/install.md: say what to do when the port is taken',
      '- [ ] docs/install.md: replace the screenshots',
      '- [ ] Ask the infrastructure team for a second test machine',
      '- [ ] Measure start-up time on the smallest machine we rent',
    ]);
    expect(tasks?.metadata).toEqual({ path: 'TODO.md', open: 4, shown: 4 });
    expect(context.renderedTokens).toBeLessThanOrEqual(2_000);
  });

  it('says why there is nothing when the list is missing or everything is done', async () => {
    await writeFile(join(workspace, 'TODO.md'), '- [x] Everything\n');
    const allDone = await assembleWithTasks(workspace, 'docs/install.md');
    await rm(join(workspace, 'TODO.md'));
    const missing = await assembleWithTasks(workspace, 'docs/install.md');

    expect(allDone.skipped).toContainEqual({
      sourceId: 'open-tasks',
      reason: 'empty',
      message: 'Nothing is open in TODO.md.',
    });
    expect(missing.skipped).toContainEqual({
      sourceId: 'open-tasks',
      reason: 'empty',
      message: 'There is no TODO.md in this workspace.',
    });
  });

  it('cannot read what the workspace guard denies', async () => {
    await writeFile(join(workspace, '.env'), '- [ ] SECRET=hunter2\n');
    const runtime = await createRuntime({
      workspaceRoot: workspace,
      license: developmentLicense,
      customStrategies: [openTasksStrategy('.env')],
      configuration: { logging: { level: 'silent' } },
    });

    const context = await runtime.orchestrator.assemble({ agentId: 'copilot' }, { maxTokens: 1_000 });
    await runtime.dispose();

    expect(context.skipped).toContainEqual(expect.objectContaining({ sourceId: 'open-tasks', reason: 'error' }));
    expect(JSON.stringify(context)).not.toContain('hunter2');
  });

  it('is named as locked below Enterprise', async () => {
    const runtime = await createRuntime({
      workspaceRoot: workspace,
      license: developmentLicense,
      lowerTierTo: 'Teams',
      customStrategies: [openTasksStrategy()],
    });

    const context = await runtime.orchestrator.assemble({ agentId: 'copilot' }, { maxTokens: 1_000 });
    await runtime.dispose();

    expect(context.skipped).toContainEqual(expect.objectContaining({ sourceId: 'open-tasks', reason: 'unlicensed' }));
  });

  it('prints the tasks', async () => {
    expect(await main()).toMatch(/^## Open Tasks \(\d+ tokens, relevance 0\.9\)\n- \[ \] docs\/install\.md: say what/u);
  });
});
