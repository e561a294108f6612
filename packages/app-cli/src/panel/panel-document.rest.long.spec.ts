import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelFolder } from '../test-support/panel-workspace.js';
import { runJson } from '../test-support/run-command.js';

const documentPath = 'handbook.md';

describeInBrowser('the panel and the document', ({ newPage }) => {
  const panels = new OpenPanels();
  let workspace: string;
  let panel: PanelPage;

  beforeAll(() => buildPage());
  beforeEach(async () => {
    workspace = aPanelFolder({
      'windows.md': '# One\r\n\r\nFirst line.\r\n\r\n# Two\r\n\r\nSecond line.\r\n',
      'former.md': '# One\r\rFirst line.\rSecond line.\r',
    });
    const { server } = await panels.open(workspace);
    panel = new PanelPage(await newPage());
    await panel.open(server.address, documentPath);
  });
  afterEach(() => panels.close());

  /** Selects part of the text as a reader would with the mouse. */
  const select = (start: number, end: number): Promise<void> =>
    panel.part('document-text').evaluate(
      (element, [from, to]) => {
        const text = element as HTMLTextAreaElement;
        text.focus();
        text.setSelectionRange(from, to);
      },
      [start, end] as const,
    );

  const text = async (): Promise<string> => panel.part('document-text').inputValue();

  it('gives strategies the cursor and the selection, as assemble does', async () => {
    const selected = 'log in to the console';
    const start = (await text()).indexOf(selected);

    await panel.whenAssembledAnew(() => select(start, start + selected.length));

    const end = start + selected.length;
    const expected = await runJson(['assemble', documentPath, '--cursor', String(end), '--select', selected], {
      workingDirectory: workspace,
    });
    expect(await panel.prompt()).toBe(expected['content']);
    expect(await panel.fragmentIds()).toContain('selection');
  });

  it('counts offsets in the document’s own line ends', async () => {
    await panel.page.locator('#document-search').fill('windows');
    await panel.page.getByRole('option', { name: /windows\.md/u }).click();
    await panel.part('document-path').filter({ hasText: 'windows.md' }).waitFor();
    await panel.page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('[data-part="document-text"]')?.value.startsWith('# One'),
    );
    await panel.whenPrompted('Second line.');
    const shown = await text();
    const start = shown.indexOf('Second');

    await panel.whenAssembledAnew(() => select(start, start + 'Second line.'.length));

    expect(await panel.prompt()).toContain('⟦selection⟧Second line.⟦/selection⟧');
    expect(await panel.prompt()).toContain('# One\r\n\r\nFirst line.');
  });

  it('breaks lines that end with a CR on its own, in the fragment as in the prompt, and changes no byte', async () => {
    await panel.page.locator('#document-search').fill('former');
    await panel.page.getByRole('option', { name: /former\.md/u }).click();
    await panel.part('document-path').filter({ hasText: 'former.md' }).waitFor();
    await panel.part('prompt').filter({ hasText: 'Second line.' }).waitFor();
    const json = await runJson(['assemble', 'former.md'], { workingDirectory: workspace });

    expect(await panel.prompt()).toBe(json['content']);
    const shown = await panel.content('document');
    expect(shown).toContain('# One\r\rFirst line.\rSecond line.');
    const breaks = panel.source('document').locator('[data-part="text"] br');
    expect(await breaks.count()).toBe(shown.match(/\r(?!\n)(?!$)/gu)?.length);
  });

  it('follows what is typed without touching the file, and forgets it when told', async () => {
    await panel.part('document-text').focus();
    await panel.page.keyboard.press('Control+Home');
    await panel.whenAssembledAnew(() => panel.page.keyboard.type('A sentence that only the panel knows. '));
    await panel.page.waitForFunction(() =>
      document.querySelector('[data-part="prompt"]')?.textContent.includes('A sentence that only the panel knows. '),
    );
    const onDisk = await runJson(['assemble', documentPath], { workingDirectory: workspace });
    expect(onDisk['content']).not.toContain('only the panel knows');

    await panel.whenAssembledAnew(() => panel.page.getByRole('button', { name: /discard/iu }).click());

    expect(await panel.prompt()).not.toContain('only the panel knows');
    expect(await text()).not.toContain('only the panel knows');
  });

  it('follows the file when another program saves it', async () => {
    await panel.whenAssembledAnew(async () => {
      writeFileSync(join(workspace, documentPath), '# Another handbook\n\nSaved by an editor.\n');
      return Promise.resolve();
    });

    expect(await panel.prompt()).toContain('Saved by an editor.');
    await panel.page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('[data-part="document-text"]')?.value.includes('Saved by an editor.'),
    );
  });

  it('asks as another agent', async () => {
    await panel.whenAssembledAnew(() => panel.page.locator('#question-agent').selectOption('summarizer'));

    const expected = await runJson(['assemble', documentPath, '--agent', 'summarizer'], {
      workingDirectory: workspace,
    });
    expect(await panel.prompt()).toBe(expected['content']);
  });

  it('remembers document, question and folding when the page is loaded again', async () => {
    await panel.whenAssembledAnew(() => panel.page.locator('#question-query').fill('who approves a deployment'));
    await panel.source('document').locator('[data-part="fold"]').click();
    const isExpanded = await panel.source('document').locator('[data-part="fold"]').getAttribute('aria-expanded');

    await panel.page.goto(panel.page.url().split('?')[0] ?? '');
    await panel.source('document').locator('[data-part="fold"]').waitFor();

    expect(await panel.page.locator('#question-query').inputValue()).toBe('who approves a deployment');
    expect(await panel.part('document-path').textContent()).toContain(documentPath);
    expect(await panel.source('document').locator('[data-part="fold"]').getAttribute('aria-expanded')).toBe(isExpanded);
    expect(panel.complaints).toEqual([]);
  });
});
