import { describeInBrowser } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelFolder } from '../test-support/panel-workspace.js';

describeInBrowser('the panel by keyboard alone', ({ newPage }) => {
  const panels = new OpenPanels();

  beforeAll(() => buildPage());
  afterEach(() => panels.close());

  it('opens a document, asks, switches a source off, refreshes and reads the prompt without a mouse', async () => {
    const { server, runtime } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage());
    const { keyboard } = panel.page;
    await panel.open(server.address);
    await panel.page.locator('[data-connection="open"]').waitFor();

    await keyboard.press('d');
    await keyboard.type('handbook');
    await panel.page.getByRole('option', { name: /handbook\.md/u }).waitFor();
    await panel.whenAssembledAnew(async () => {
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    });
    expect(await panel.fragmentIds()).toContain('document');

    await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await keyboard.press('/');
    await panel.whenAssembledAnew(() => keyboard.type('who approves'));
    expect(await panel.page.locator('#question-query').inputValue()).toBe('who approves');

    await tabTo(panel, '[data-source="heading"] [data-part="switch"]');
    await panel.whenAssembledAnew(() => keyboard.press('Space'));
    expect(runtime.orchestrator.isStrategyEnabled('heading')).toBe(false);

    await tabTo(panel, '[data-source="document"] [data-part="fold"]');
    const fold = panel.source('document').locator('[data-part="fold"]');
    const before = await fold.getAttribute('aria-expanded');
    await keyboard.press('Enter');
    expect(await fold.getAttribute('aria-expanded')).not.toBe(before);

    await panel.whenAssembledAnew(() => keyboard.press('r'));

    await tabTo(panel, '#tab-prompt');
    await keyboard.press('ArrowRight');
    expect(await panel.page.getByRole('tab', { name: 'Left out' }).getAttribute('aria-selected')).toBe('true');
    await runtime.switchStrategy('heading', true);
  });

  it('opens the document that was typed, however late the panel answers', async () => {
    const { server } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage());
    const { keyboard } = panel.page;
    await panel.open(server.address);
    await panel.page.locator('[data-connection="open"]').waitFor();
    const heldAnswer = new Promise<() => Promise<void>>((hold) => {
      void panel.page.route('**/api/find-documents', async (route) => {
        if (route.request().postData()?.includes('handbook') === true) hold(() => route.continue());
        else await route.continue();
      });
    });

    await keyboard.press('d');
    await panel.page.getByRole('option', { name: /handbook\.md/u }).waitFor();
    await keyboard.type('handbook');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await panel.whenAssembledAnew(async () => (await heldAnswer)());

    expect(await panel.part('document-path').textContent()).toBe('handbook.md');
    expect(await panel.fragmentIds()).toContain('document');
  });
});

/** Presses Tab until the element has the focus; fails when it never does. */
async function tabTo(panel: PanelPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await panel.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await panel.page.keyboard.press('Tab');
  }
  throw new TypeError(`The keyboard does not reach ${selector}.`);
}
