import { CompressionLevel, ICompressionStore, IContextExpander } from '@lexichord/abstractions';
import { describeInBrowser } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelWorkspace, storedConversation } from '../test-support/panel-workspace.js';

describeInBrowser('the panel and what fragments are made of', ({ newPage }) => {
  const panels = new OpenPanels();
  let workspace: string;

  beforeAll(async () => {
    buildPage();
    workspace = await aPanelWorkspace();
  });
  afterEach(() => panels.close());

  it('shows packed code as ranges of files, with line numbers and highlighting', async () => {
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, 'handbook.md');
    await panel.whenAssembledAnew(() => panel.source('repository').locator('[data-part="switch"]').check());
    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('how is the budget fitted'));

    await panel.unfold('repository');
    const range = panel.source('repository').locator('[data-part="file"]').first();
    await range.waitFor();

    expect(await range.getAttribute('data-path')).toMatch(/^src\/orchestrator\/[a-z-]+\.ts$/u);
    await panel.page.waitForSelector('[data-source="repository"] [data-part="file"] [class*="hljs-"]');
    expect(panel.complaints).toEqual([]);
  });

  it('shows knowledge as entities with type, name and score', async () => {
    const { server } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, 'handbook.md');
    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('how are pets listed'));

    await panel.unfold('knowledge');

    const entities = await panel.source('knowledge').locator('[data-part="entity"]').allTextContents();
    expect(entities.join('\n')).toMatch(/Endpoint[\s\S]*\/pets/u);
  });

  it('expands a part of the conversation to its original words', async () => {
    const { server, runtime } = await panels.open(workspace);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address);
    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('which ferry do we take'));
    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('900'));
    await panel.whenAssembledAnew(() => panel.page.locator('#question-conversation').selectOption(storedConversation));
    await panel.source('conversation').locator('[data-part="fold"]').waitFor();

    await panel.unfold('conversation');
    const segment = panel.part('conversation-segment').first();
    const segmentId = (await segment.getAttribute('data-segment')) ?? '';
    await segment.locator('[data-part="expand"][data-level="full"]').click();
    await segment.locator('[data-part="expansion-tokens"]').waitFor();

    const { detailed, full } = CompressionLevel;
    const { content, tokenCount } = await runtime.resolve(IContextExpander).expand(segmentId, detailed, full);
    expect(await segment.locator('[data-part="expansion"]').textContent()).toBe(content);
    expect(await segment.locator('[data-part="expansion-tokens"]').textContent()).toContain(String(tokenCount));

    await segment.locator('[data-part="fold-segment"]').click();
    expect(await segment.locator('[data-part="expansion"]').count()).toBe(0);

    // What cannot be expanded says so in its place.
    await runtime.resolve(ICompressionStore).remove(storedConversation);
    await segment.locator('[data-part="expand"][data-level="full"]').click();
    await segment.locator('[data-part="expansion-failure"]').waitFor();
  });
});
