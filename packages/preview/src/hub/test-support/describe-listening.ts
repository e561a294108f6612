import { LexichordError } from '@lexichord/abstractions';
import { aLicense } from '@lexichord/testing';

import { type ConnectionFixture, viewerIds } from './connection-fixture.js';
import { RecordingListener } from './recording-listener.js';

/** How a connection tells what happens. */
export function describeListening(fixture: ConnectionFixture): void {
  describe('listening', () => {
    it('tells the panel and the history first', async () => {
      const connection = await fixture.start({ tier: 'WriterPro', options: { maxBudget: 5_000 } });
      fixture.runtime.configurationWarnings = ['Something is doubtful.'];

      const listener = fixture.listenTo(connection);
      await listener.next('history');

      expect(listener.messages).toMatchObject([
        {
          kind: 'panel',
          panel: {
            tier: 'WriterPro',
            defaultAgentId: 'copilot',
            maxBudget: 5_000,
            historySize: 20,
            warnings: ['Something is doubtful.'],
            agents: [
              { agentId: 'copilot', displayName: 'Co-pilot', defaultBudget: 5_000 },
              { agentId: 'editor', displayName: 'Editor', defaultBudget: 4_000 },
            ],
            strategies: fixture.runtime.orchestrator.describeStrategies(),
          },
        },
        { kind: 'history', assemblies: [] },
      ]);
      expect(listener.statuses.at(-1)).toBe('open');
    });

    it('tells every viewer that the licence has expired, with the next call of anybody', async () => {
      const listener = fixture.listenTo(await fixture.start({ tier: 'Teams' }));
      const other = fixture.panel.connect(viewerIds.second);
      await listener.next('history');
      const message = 'The licence expired, so the Core tier is in force.';
      fixture.runtime.license = {
        ...aLicense('Core'),
        info: { tier: 'Core', grantedTier: 'Core', status: 'expired', message },
      };

      await other.listConversations();
      await other.listConversations();

      expect((await listener.next('panel')).panel).toMatchObject({ tier: 'Core', warnings: [message] });
      expect(listener.all('panel')).toHaveLength(2);
    });

    it('tells that the licence is about to expire', async () => {
      const connection = await fixture.start();
      const { license } = fixture.runtime;
      fixture.runtime.license = { ...license, info: { ...license.info, expiryWarning: 'Two days are left.' } };

      const listener = fixture.listenTo(connection);

      expect((await listener.next('panel')).panel).toMatchObject({ warnings: ['Two days are left.'] });
    });

    it('calls nobody before it has returned, and nobody any more once it was ended', async () => {
      const connection = await fixture.start();
      const listener = new RecordingListener();

      const close = connection.open(listener);
      expect([listener.messages, listener.statuses]).toEqual([[], []]);
      await listener.next('history');
      close();
      const other = fixture.listenTo(fixture.panel.connect(viewerIds.second));
      await other.next('history');
      fixture.runtime.orchestrator.setStrategyEnabled('document', false);
      await other.next('panel');

      expect(listener.kinds()).toEqual(['panel', 'history']);
    });

    it('goes on for the others when a listener throws', async () => {
      const connection = await fixture.start();
      const stop = connection.open({
        onMessage: () => {
          throw new RangeError('on purpose');
        },
        onStatus: () => undefined,
      });
      fixture.atEnd(stop);
      const other = fixture.listenTo(fixture.panel.connect(viewerIds.second));
      await other.next('history');

      fixture.panel.requestRefresh();

      await expect(other.next('refresh-requested')).resolves.toEqual({ kind: 'refresh-requested' });
    });

    it('says that it stops', async () => {
      const listener = fixture.listenTo(await fixture.start());
      await listener.next('history');

      const closed = fixture.panel.close();

      await expect(listener.next('stopping')).resolves.toEqual({ kind: 'stopping' });
      await closed;
    });
  });

  describe('configuration', () => {
    it('tells what became of a changed one, and the panel as it is then', async () => {
      const listener = fixture.listenTo(await fixture.start());
      await listener.next('history');
      fixture.runtime.reload = () => ({ appliedKeys: ['context.agents'], restartKeys: [] });

      await fixture.runtime.reloadConfiguration();

      expect(await listener.next('configuration-reloaded')).toMatchObject({
        change: { appliedKeys: ['context.agents'] },
      });
      await listener.next('panel');
      fixture.runtime.reload = () => {
        throw new LexichordError('invalid-configuration', 'The key is unknown.');
      };
      await expect(fixture.runtime.reloadConfiguration()).rejects.toThrow();
      expect(await listener.next('configuration-rejected')).toMatchObject({
        code: 'invalid-configuration',
        message: 'The key is unknown.',
      });
    });
  });
}
