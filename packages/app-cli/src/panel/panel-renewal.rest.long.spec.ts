import { describeInBrowser, freePort } from '@lexichord/testing';

import { OpenPanels, PanelPage, buildPage } from '../test-support/panel-page.js';
import { aPanelFolder } from '../test-support/panel-workspace.js';
import { TakingServer } from '../test-support/taking-server.js';

const documentPath = 'handbook.md';

describeInBrowser('a page whose panel was stopped, while somebody else takes the port', ({ newPage }) => {
  const panels = new OpenPanels();
  let taking: TakingServer | undefined;

  beforeAll(() => buildPage());
  afterEach(async () => {
    await taking?.stop();
    await panels.close();
  });

  const open = async () => {
    const port = await freePort();
    return { port, ...(await panels.open(aPanelFolder(), { configuration: { preview: { port } } })) };
  };

  /** A page whose panel has ended, and somebody else at the panel's port. */
  const lose = async () => {
    const { server: former, runtime, port } = await open();
    const panel = new PanelPage(await newPage());
    await panel.open(former.address, documentPath);
    await former.close();
    await panel.page.locator('[data-connection="lost"]').waitFor();
    taking = await TakingServer.start(port);
    return { former, runtime, port, panel, taker: taking };
  };

  it('gives nothing away that could find the next panel, and finds it by itself', async () => {
    const { former, runtime, port, panel, taker } = await lose();

    await taker.until(({ url }) => url === '/renew', 2);
    // What a reader does meanwhile stays in the page.
    await panel.source('heading').locator('[data-part="switch"]').click();
    await taker.until(({ url }) => url === '/renew', 4);
    const { seen } = taker;
    const sawSecret = taker.everything.includes(former.secret);
    await taker.stop();
    const next = await panels.serve(runtime, { port });
    await panel.page.locator('[data-connection="open"]').waitFor();

    expect(sawSecret).toBe(false);
    expect(new Set(seen.map(({ url }) => url))).toEqual(new Set([undefined, '/renew']));
    expect(panel.page.url()).toBe(next.address);
    await panel.whenAssembledAnew(() => panel.page.locator('#question-budget').fill('350'));
    for (const { body } of seen) {
      if (body === undefined) continue;
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/renew`, { method: 'POST', headers, body });
      const said = await answer.text();
      expect(said).not.toContain(next.secret);
      expect(said).not.toContain('address');
    }
  });

  it('gives nothing away to who passes its question on to the next panel', async () => {
    const { former, runtime, port, panel, taker } = await lose();
    taker.tell('hold');
    await taker.until(({ held }) => held !== undefined);

    taker.tell('pass on');
    await taker.until(({ passing }) => passing !== undefined);
    const next = await panels.serve(runtime, { port });
    await taker.until(({ passed }) => passed !== undefined);
    await panel.page.locator('[data-connection="open"]').waitFor();

    expect(panel.page.url()).toBe(next.address);
    expect(taker.everything).not.toContain(next.secret);
    expect(taker.everything).not.toContain(former.secret);
  });

  it('is not taken in by a page that is loaded when the panel is there again', async () => {
    const { server: former, runtime, port } = await open();
    await former.close();
    const next = await panels.serve(runtime, { port });

    const answer = await fetch(former.address);

    expect([answer.status, (await answer.text()).includes(next.secret)]).toEqual([403, false]);
  });
});
