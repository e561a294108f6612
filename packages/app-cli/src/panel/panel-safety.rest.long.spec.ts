import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describeInBrowser } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelFolder } from '../test-support/panel-workspace.js';

/** Everything that would run or load something, if it were taken for HTML. */
const hostileText = `# <img src=x onerror="window.wasRun=1">

<script>window.wasRun=1</script> <svg onload="window.wasRun=1"></svg>
[a link](javascript:window.wasRun=1) <a href="javascript:window.wasRun=1">click</a>
<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe> <style>body{display:none}</style>
<link rel="stylesheet" href="http://attacker.example/style.css"> ![](http://attacker.example/pixel.png)
"><script>window.wasRun=1</script> {{constructor.constructor('window.wasRun=1')()}} \${window.wasRun=1}
\u202Egnp.exe \u0007 \u001b[31mred <|endoftext|> &lt;b&gt; &amp; \u2028 \u2029
`;

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

describeInBrowser('the panel’s safety and accessibility', ({ newPage }) => {
  const panels = new OpenPanels();

  beforeAll(() => buildPage());
  afterEach(() => panels.close());

  it('keeps hostile text of a document text, wherever it is shown', async () => {
    const name = 'x<img src=x onerror=window.wasRun=1>.md';
    const folder = aPanelFolder({
      [name]: hostileText,
      'src/hostile.ts': `// ${hostileText.replaceAll('\n', '\n// ')}\n`,
    });
    const { server, runtime } = await panels.open(folder);
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, name);
    const { content } = (
      await runtime.orchestrator.assemble({ agentId: 'copilot', documentPath: name }, { maxTokens: 8_000 })
    ).fragments[0] ?? { content: '' };

    expect(await panel.content('document')).toBe(content);
    for (const tab of ['Left out', 'Timeline', 'Prompt']) await panel.page.getByRole('tab', { name: tab }).click();
    await panel.page.locator('#document-search').fill('img');
    await panel.part('document-choice').first().waitFor();

    expect(await panel.page.evaluate(() => 'wasRun' in window)).toBe(false);
    expect(await panel.page.locator('[data-part="prompt"] :is(img, script, svg, iframe, style, a)').count()).toBe(0);
    expect(await panel.page.locator('img, iframe, script:not([src]), a[href^="javascript"]').count()).toBe(0);
    expect(panel.complaints).toEqual([]);
    expect([...panel.hosts]).toEqual([`127.0.0.1:${server.port}`]);
  });

  it('runs nothing from elsewhere: no inline script, no foreign frame, no foreign request', async () => {
    const { server } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage());
    await panel.open(server.address, 'handbook.md');

    const outcome = await panel.page.evaluate(async () => {
      const script = document.createElement('script');
      let refusals = 0;
      document.addEventListener('securitypolicyviolation', () => (refusals += 1));
      try {
        script.textContent = 'window.wasRun = 1';
        document.body.append(script);
      } catch {
        refusals += 1;
      }
      const wasSent = await fetch('http://127.0.0.1:9/').then(
        () => true,
        () => false,
      );
      return { refusals, wasSent, wasRun: 'wasRun' in window };
    });

    expect(outcome).toEqual({ refusals: outcome.refusals, wasSent: false, wasRun: false });
    expect(outcome.refusals).toBeGreaterThan(0);
  });

  it.each([
    ['light', 1_400],
    ['dark', 1_400],
    ['light', 360],
  ] as const)('has no finding of axe, %s at %i pixels', async (colorScheme, width) => {
    const { server } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true }));
    await panel.open(server.address, 'handbook.md');
    await panel.page.evaluate(readFileSync(axePath, 'utf8'));

    for (const tab of ['Prompt', 'Left out', 'Timeline']) {
      await panel.page.getByRole('tab', { name: tab }).click();
      const { violations } = await panel.page.evaluate(() =>
        (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
      );
      expect(violations.map(({ id, impact, nodes }) => [tab, id, impact, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });

  it('needs no scrolling to the side at 360 pixels', async () => {
    const { server } = await panels.open(aPanelFolder());
    const panel = new PanelPage(await newPage({ viewport: { width: 360, height: 740 } }));
    await panel.open(server.address, 'handbook.md');

    for (const tab of ['Prompt', 'Left out', 'Timeline']) {
      await panel.page.getByRole('tab', { name: tab }).click();
      const { scrollWidth, clientWidth } = await panel.page.evaluate(() => document.documentElement);
      expect([tab, scrollWidth]).toEqual([tab, clientWidth]);
    }
  });
});
