import { describeInBrowser, freePort } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelFolder } from '../test-support/panel-workspace.js';

const documentPath = 'handbook.md';

describeInBrowser('the panel and its viewers', ({ newPage }) => {
  const panels = new OpenPanels();

  beforeAll(() => buildPage());
  afterEach(() => panels.close());

  it('SBD-072 UC-01: an agent’s request updates the panel, and marks what it used', async () => {
    const { server, runtime } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage());
    await panel.open(server.address);

    const selectedText = 'log in to the console';
    const request = { agentId: 'editor', documentPath, selectedText };
    const assembled = await runtime.orchestrator.assemble(request, { maxTokens: 8_000, excludedStrategies: ['rag'] });

    await panel.source('selection').waitFor();
    expect(await panel.fragmentIds()).toEqual(assembled.fragments.map(({ sourceId }) => sourceId));
    expect(await panel.source('selection').textContent()).toMatch(/last request/iu);
    await panel.page.getByRole('tab', { name: 'Timeline' }).click();
    expect(await panel.part('timeline-row').first().textContent()).toMatch(/Agent\s*Editor/u);
  });

  it('shows two viewers the same switches, and each its own document', async () => {
    const { server } = await panels.open(aPanelFolder());
    const [first, second] = [new PanelPage(await newPage()), new PanelPage(await newPage())];
    await first.open(server.address, documentPath);
    await second.open(server.address, 'docs/architecture.md');

    await second.whenAssembledAnew(() =>
      first.whenAssembledAnew(() => first.source('heading').locator('[data-part="switch"]').uncheck()),
    );

    expect(await second.source('heading').locator('[data-part="switch"]').isChecked()).toBe(false);
    expect(await second.fragmentIds()).not.toContain('heading');
    expect(await second.prompt()).toContain('# Architecture');
    expect(await first.prompt()).not.toContain('# Architecture');
    await first.whenAssembledAnew(() => first.source('heading').locator('[data-part="switch"]').check());
  });

  it('reconnects by itself when the server was started anew', async () => {
    const workspace = aPanelFolder();
    const port = await freePort();
    const { server, runtime } = await panels.open(workspace, { configuration: { preview: { port } } });
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
    const { secret } = server;

    await server.close();
    await panel.page.locator('[data-connection="lost"]').waitFor();
    // An attempt to reconnect fails first.
    await panel.page.waitForEvent('requestfailed');
    const restarted = await panels.serve(runtime, { port });
    expect(restarted.secret).not.toBe(secret);
    await panel.page.locator('[data-connection="open"]').waitFor();

    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('350'));
    expect(panel.page.url()).toContain(restarted.secret);
    await panel.page.reload();
    await panel.source('document').waitFor();
  });

  it('compares two assemblies of the timeline', async () => {
    const { server } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
    await panel.whenAssembledAnew(() => panel.source('heading').locator('[data-part="switch"]').uncheck());
    await panel.whenAssembledAnew(() => panel.source('heading').locator('[data-part="switch"]').check());

    await panel.page.getByRole('tab', { name: 'Timeline' }).click();
    const rows = panel.part('timeline-row');
    expect(await rows.count()).toBeGreaterThanOrEqual(3);
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();

    const comparison = panel.part('comparison');
    await comparison.waitFor();
    expect(
      await comparison.locator('[data-part="difference"][data-source="heading"]').getAttribute('data-change'),
    ).toBe('added');
    expect(await comparison.locator('[data-part="difference"][data-change="same"]').count()).toBeGreaterThan(0);
  });
});
