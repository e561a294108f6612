import { describeInBrowser } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelWorkspace, storedConversation } from '../test-support/panel-workspace.js';
import { runJson } from '../test-support/run-command.js';

const documentPath = 'docs/architecture.md';

/** What `assemble --json` says of a fragment, as far as the page shows it. */
interface ShownFragment {
  readonly sourceId: string;
  readonly label: string;
  readonly content: string;
  readonly tokenEstimate: number;
}

describeInBrowser('the panel and its sources', ({ newPage }) => {
  const panels = new OpenPanels();
  let workspace: string;

  beforeAll(async () => {
    buildPage();
    workspace = await aPanelWorkspace();
  });
  afterEach(() => panels.close());

  it('SBD-072 AC-6: shows every fragment with the bytes and tokens that assemble --json gives', async () => {
    const asked = [documentPath, '--query', 'who asks the search index', '--conversation', storedConversation];
    const expected = await runJson(['assemble', ...asked], { workingDirectory: workspace });
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);

    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('who asks the search index'));
    await panel.whenAssembledAnew(() => panel.page.locator('#question-conversation').selectOption(storedConversation));

    expect(await panel.prompt()).toBe(expected['content']);
    const fragments = expected['fragments'] as readonly ShownFragment[];
    expect(fragments.map(({ sourceId }) => sourceId)).toEqual(
      expect.arrayContaining(['document', 'rag', 'conversation']),
    );
    expect(await panel.fragmentIds()).toEqual(fragments.map(({ sourceId }) => sourceId));
    for (const { sourceId, label, content, tokenEstimate } of fragments) {
      const row = panel.source(sourceId);
      expect(await row.locator('[data-part="name"]').textContent()).toBe(label);
      expect(await row.locator('[data-part="tokens"]').textContent()).toBe(`${grouped(tokenEstimate)} tokens`);
      expect([sourceId, await panel.content(sourceId)]).toEqual([sourceId, content]);
    }
    expect(await panel.part('budget-total').textContent()).toContain(grouped(expected['maxTokens'] as number));
    expect(await panel.part('budget-used').textContent()).toContain(grouped(expected['renderedTokens'] as number));
    expect(panel.complaints).toEqual([]);
  });

  it('SBD-072 US-02: shows the open document and every other source that is on', async () => {
    const { server, runtime } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);

    expect(await panel.fragmentIds()).toContain('document');
    const known = runtime.orchestrator.describeStrategies().map(({ strategyId }) => strategyId);
    for (const sourceId of known) await expectVisible(panel, sourceId);
    expect(await panel.source('knowledge').textContent()).toMatch(/tokens|knowledge|nothing/iu);
  });

  it('SBD-072 US-03: a source that is switched off goes from context and page, and comes back', async () => {
    const { server, runtime } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
    expect(await panel.fragmentIds()).toContain('heading');

    const heading = panel.source('heading').locator('[data-part="switch"]');
    await panel.whenAssembledAnew(() => heading.uncheck());

    expect(await panel.fragmentIds()).not.toContain('heading');
    expect(await panel.prompt()).not.toContain('## Heading Hierarchy');
    expect(await panel.source('heading').locator('[data-part="why"]').textContent()).toMatch(/off/iu);
    expect(runtime.orchestrator.isStrategyEnabled('heading')).toBe(false);
    // What a reader switched off keeps its switch.
    expect(await heading.isChecked()).toBe(false);

    await panel.whenAssembledAnew(() => heading.check());
    expect(await panel.fragmentIds()).toContain('heading');
  });

  it('SBD-072 UC-02: refresh gathers everything anew, and the time of assembly follows', async () => {
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
    const time = panel.part('assembled').locator('time');
    const before = await time.getAttribute('datetime');
    const prompt = await panel.prompt();

    await panel.whenAssembledAnew(() => panel.part('refresh').click());

    expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
    expect(await panel.prompt()).toBe(prompt);
  });

  it('SBD-072 US-05: what the licence locks has no switch and no content, and names the tier', async () => {
    const { server } = await panels.open(workspace, { lowerTierTo: 'WriterPro' });
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);

    for (const sourceId of ['rag', 'style', 'repository']) {
      expect(await panel.source(sourceId).count()).toBe(0);
      const locked = panel.page.locator(`[data-part="locked"] [data-source="${sourceId}"]`);
      expect(await locked.textContent()).toContain('Teams');
      expect(await locked.locator('input, button, [data-part="content"]').count()).toBe(0);
    }
    expect(await panel.prompt()).not.toContain('## Related Documentation');
    const shown = await panel.page.$$eval('[data-part="row"][data-source]', (rows) => rows.length);
    expect(shown).toBeGreaterThanOrEqual(5);
  });

  it('SBD-072 US-04: retrieval and style rules are there together', async () => {
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, 'handbook.md');

    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('how are duplicates cut'));

    expect(await panel.fragmentIds()).toEqual(expect.arrayContaining(['rag', 'style']));
    expect(await panel.prompt()).toMatch(/## Related Documentation[\s\S]*## Style Rules/u);
  });

  it('changes the budget, and lowers one above the panel’s limit', async () => {
    const { server } = await panels.open(workspace, { configuration: { preview: { maxBudget: 9_000 } } });
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);

    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('300'));
    const expected = await runJson(['assemble', documentPath, '--budget', '300'], { workingDirectory: workspace });
    expect(await panel.prompt()).toBe(expected['content']);
    expect(await panel.part('budget-total').textContent()).toContain('300');

    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('5000000'));
    expect(await panel.part('budget-total').textContent()).toContain('9,000');
    expect(await panel.page.locator('[data-part="question"]').textContent()).toMatch(/9,000/u);
  });

  it('names everything that was left out, with the reason', async () => {
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('400'));
    const expected = await runJson(['assemble', documentPath, '--budget', '400'], { workingDirectory: workspace });

    await panel.page.getByRole('tab', { name: 'Left out' }).click();

    const rows = await panel.part('why-row').allTextContents();
    const skipped = expected['skipped'] as readonly { readonly sourceId: string; readonly message: string }[];
    const truncated = expected['truncated'] as readonly unknown[];
    expect(rows.length).toBeGreaterThanOrEqual(skipped.length + truncated.length);
    for (const { message } of skipped) expect(rows.join('\n')).toContain(message);
  });
});

async function expectVisible(panel: PanelPage, sourceId: string): Promise<void> {
  expect([sourceId, await panel.source(sourceId).count()]).toEqual([sourceId, 1]);
}

function grouped(value: number): string {
  return new Intl.NumberFormat('en-US').format(value);
}
