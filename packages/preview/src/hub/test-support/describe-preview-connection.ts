import { ConnectionFixture, type OpenPanel, viewerIds } from './connection-fixture.js';
import { describeAssembling } from './describe-assembling.js';
import { describeConversations } from './describe-conversations.js';
import { describeDocuments } from './describe-documents.js';
import { describeListening } from './describe-listening.js';

/** Tests for every connection to the panel. */
export function describePreviewConnection(name: string, openPanel: OpenPanel): void {
  describe(`${name} as a preview connection`, () => {
    const fixture = new ConnectionFixture(openPanel);
    afterEach(() => fixture.end());

    describeListening(fixture);
    describeAssembling(fixture);
    describeDocuments(fixture);
    describeConversations(fixture);

    describe('switching', () => {
      it('switches for everybody, and tells everybody the panel as it is then', async () => {
        const connection = await fixture.start();
        const [mine, other] = [fixture.listenTo(connection), fixture.listenTo(fixture.panel.connect(viewerIds.second))];
        await Promise.all([mine.next('history'), other.next('history')]);

        await connection.switchStrategy('heading', false);

        for (const listener of [mine, other]) {
          expect(await listener.next('strategy-toggled')).toMatchObject({ strategyId: 'heading', enabled: false });
          const { panel: now } = await listener.next('panel');
          expect(now.strategies.find(({ strategyId }) => strategyId === 'heading')?.enabled).toBe(false);
        }
        expect(fixture.runtime.orchestrator.isStrategyEnabled('heading')).toBe(false);
      });

      it('refuses one that the licence locks, naming the tier that opens it, and one that nobody knows', async () => {
        const connection = await fixture.start({ tier: 'WriterPro' });

        await expect(connection.switchStrategy('rag', true)).rejects.toMatchObject({
          code: 'license-required',
          message: expect.stringContaining('Related Documentation') as string,
          details: { required: 'Teams', current: 'WriterPro' },
        });
        await expect(connection.switchStrategy('headin', true)).rejects.toMatchObject({
          code: 'unknown-strategy',
          message: expect.stringContaining('did you mean "heading"') as string,
          details: { strategyId: 'headin' },
        });
      });
    });

    describe('giving up', () => {
      it('rejects with the reason when the caller does not wait any more', async () => {
        const connection = await fixture.start();
        const reason = new RangeError('enough');
        const signal = AbortSignal.abort(reason);

        for (const call of [
          connection.assemble({ request: { agentId: 'editor' } }, { signal }),
          connection.cancel('x', { signal }),
          connection.assembly('x', { signal }),
          connection.switchStrategy('heading', false, { signal }),
          connection.findDocuments('x', { signal }),
          connection.openDocument('notes.md', { signal }),
          connection.editDocument('notes.md', 'x', { signal }),
        ]) {
          await expect(call).rejects.toBe(reason);
        }
        expect(fixture.runtime.editor.listUnsaved()).toEqual([]);
        expect(fixture.runtime.orchestrator.isStrategyEnabled('heading')).toBe(true);
      });
    });

    it('rejects everything once the panel has stopped', async () => {
      const connection = await fixture.start();
      await fixture.panel.close();

      await expect(connection.assemble({ request: { agentId: 'editor' } })).rejects.toMatchObject({
        code: 'io-failed',
      });
      await expect(connection.findDocuments('x')).rejects.toMatchObject({ code: 'io-failed' });
    });
  });
}
