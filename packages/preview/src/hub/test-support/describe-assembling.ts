import { type AssembledContext, LexichordError, emptyAssembledContext } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import { type ConnectionFixture, hardText, viewerIds } from './connection-fixture.js';
import { RecordingListener } from './recording-listener.js';

/** Assemblies of a viewer, of others and of agents. */
export function describeAssembling(fixture: ConnectionFixture): void {
  describe('assembling', () => {
    it('answers with what has begun, and tells its beginning and its result', async () => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      await listener.next('history');
      const request = { agentId: 'editor', documentPath: 'notes.md', cursorPosition: 2, hints: { query: 'why' } };

      const started = await connection.assemble({ request, isLive: true });
      const { assembly: begun } = await listener.next('assembly-started');
      const { assembly } = await listener.next('assembled');

      expect(started).toEqual({ correlationId: begun.correlationId, maxTokens: 4_000 });
      expect(begun).toEqual({
        correlationId: started.correlationId,
        origin: 'preview',
        agentId: 'editor',
        startedAt: '2026-01-01T00:00:00.000Z',
        request,
        maxTokens: 4_000,
        isLive: true,
      });
      expect(assembly).toEqual({
        ...begun,
        assembledAt: '2026-01-01T00:00:00.000Z',
        result: expect.anything() as unknown,
      });
      expect(await connection.assembly(started.correlationId)).toEqual(assembly);
    });

    it('gives a prompt byte for byte', async () => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      fixture.runtime.orchestrator.answer = ({ agentId, selectedText }) => withContent(agentId, selectedText ?? '');

      await connection.assemble({ request: { agentId: 'editor', selectedText: hardText } });
      const { assembly } = await listener.next('assembled');

      expect(assembly.result.fragments[0]?.content).toBe(hardText);
      expect(assembly.request.selectedText).toBe(hardText);
    });

    it('lowers a budget to the largest, and takes any below', async () => {
      const connection = await fixture.start({ options: { maxBudget: 3_000 } });
      const request = { agentId: 'editor' };

      const answers = [
        await connection.assemble({ request }),
        await connection.assemble({ request, maxTokens: 1_000_000 }),
        await connection.assemble({ request, maxTokens: 7 }),
      ];

      expect(answers.map(({ maxTokens }) => maxTokens)).toEqual([3_000, 3_000, 7]);
      expect(fixture.runtime.orchestrator.asked.map(({ budget }) => budget.maxTokens)).toEqual([3_000, 3_000, 7]);
    });

    it('hands on required and excluded strategies, and that it is a preview', async () => {
      const connection = await fixture.start();

      await connection.assemble({
        request: { agentId: 'editor' },
        requiredStrategies: ['rag'],
        excludedStrategies: ['heading'],
      });

      expect(fixture.runtime.orchestrator.asked[0]).toMatchObject({
        budget: { requiredStrategies: ['rag'], excludedStrategies: ['heading'] },
        options: { origin: 'preview' },
      });
    });

    it.each([
      ['invalid-argument', { request: { agentId: 'editor', cursorPosition: 0.5 } }],
      ['invalid-argument', { request: { agentId: 'editor' }, maxTokens: 0 }],
      ['invalid-argument', { request: { agentId: '' } }],
      ['unknown-agent', { request: { agentId: 'nobody' } }],
      ['unknown-strategy', { request: { agentId: 'editor' }, requiredStrategies: ['nothing'] }],
      ['unknown-strategy', { request: { agentId: 'editor' }, excludedStrategies: ['nothing'] }],
    ])('refuses what cannot be assembled (%s), and what is under way goes on', async (code, asked) => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      await listener.next('history');
      const release = fixture.runtime.orchestrator.holdUp();
      const { correlationId } = await connection.assemble({ request: { agentId: 'editor' } });

      await expect(connection.assemble(asked)).rejects.toMatchObject({ code });
      release();

      await expect(listener.next('assembled')).resolves.toMatchObject({ assembly: { correlationId } });
    });

    it('cancels the one that is under way when another one begins', async () => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      await listener.next('history');
      const release = fixture.runtime.orchestrator.holdUp();

      const former = await connection.assemble({ request: { agentId: 'editor' } });
      const latter = await connection.assemble({ request: { agentId: 'copilot' } });
      release();
      await listener.until(
        () => listener.kinds().includes('assembled') && listener.kinds().includes('assembly-failed'),
      );

      expect(listener.all('assembly-failed')).toEqual([
        expect.objectContaining({ correlationId: former.correlationId, outcome: 'cancelled', code: 'cancelled' }),
      ]);
      expect(listener.all('assembled').map(({ assembly }) => assembly.correlationId)).toEqual([latter.correlationId]);
    });

    it('cancels on demand, and only what is under way', async () => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      await listener.next('history');
      fixture.runtime.orchestrator.holdUp();
      const { correlationId } = await connection.assemble({ request: { agentId: 'editor' } });

      await connection.cancel('another');
      await fixture.panel.connect(viewerIds.second).cancel(correlationId);
      await connection.cancel(correlationId);
      await connection.cancel(correlationId);

      await expect(listener.next('assembly-failed')).resolves.toEqual({
        kind: 'assembly-failed',
        correlationId,
        origin: 'preview',
        outcome: 'cancelled',
        code: 'cancelled',
        message: 'The assembly cancelled.',
      });
    });

    it('tells a failure', async () => {
      const connection = await fixture.start();
      const listener = fixture.listenTo(connection);
      fixture.runtime.orchestrator.answer = () => {
        throw new LexichordError('io-failed', 'The disk is gone.');
      };

      await connection.assemble({ request: { agentId: 'editor' } });

      await expect(listener.next('assembly-failed')).resolves.toMatchObject({
        outcome: 'failed',
        code: 'io-failed',
        message: 'The disk is gone.',
      });
    });

    it('tells a viewer of its own and of all agents, and of no other viewer', async () => {
      const connection = await fixture.start();
      const [mine, other] = [fixture.listenTo(connection), fixture.listenTo(fixture.panel.connect(viewerIds.second))];
      await Promise.all([mine.next('history'), other.next('history')]);

      const { correlationId } = await connection.assemble({ request: { agentId: 'editor' } });
      await mine.next('assembled');
      await fixture.runtime.orchestrator.assemble(
        { agentId: 'tuning' },
        { maxTokens: 50 },
        { correlationId: 'by-agent' },
      );
      await Promise.all([mine.next('assembled'), other.next('assembled')]);

      expect(other.all('assembly-started').map(({ assembly }) => assembly.correlationId)).toEqual(['by-agent']);
      expect(mine.all('assembled').map(({ assembly }) => assembly.correlationId)).toEqual([correlationId, 'by-agent']);
      expect(other.all('assembled')[0]?.assembly).toMatchObject({
        origin: 'agent',
        agentId: 'tuning',
        maxTokens: 50,
        isLive: false,
      });
      await expect(fixture.panel.connect(viewerIds.second).assembly(correlationId)).rejects.toMatchObject({
        code: 'not-found',
      });
      await expect(fixture.panel.connect(viewerIds.second).assembly('by-agent')).resolves.toMatchObject({
        agentId: 'tuning',
      });
    });

    it('has the history for a viewer that comes again, with what ended meanwhile', async () => {
      const connection = await fixture.start();
      const listener = new RecordingListener();
      const close = connection.open(listener);
      await listener.next('history');
      await fixture.runtime.orchestrator.assemble(
        { agentId: 'tuning' },
        { maxTokens: 50 },
        { correlationId: 'by-agent' },
      );
      await listener.next('assembled');
      const release = fixture.runtime.orchestrator.holdUp();
      const { correlationId } = await connection.assemble({
        request: { agentId: 'editor', documentPath: 'notes.md' },
      });
      const other = fixture.listenTo(fixture.panel.connect(viewerIds.second));
      await other.next('history');
      close();
      release();
      await fixture.runtime.orchestrator.assemble({ agentId: 'tuning' }, { maxTokens: 50 }, { correlationId: 'later' });
      await other.next('assembled');

      const again = fixture.listenTo(fixture.panel.connect(viewerIds.first));
      const history = await again.next('history');
      const assembly = await fixture.panel.connect(viewerIds.first).assembly(correlationId);

      expect(history.assemblies.map((summary) => summary.correlationId)).toEqual(['by-agent', correlationId, 'later']);
      expect(history.assemblies[1]).toEqual({
        correlationId,
        origin: 'preview',
        agentId: 'editor',
        assembledAt: '2026-01-01T00:00:00.000Z',
        documentPath: 'notes.md',
        totalTokens: 9,
        renderedTokens: expect.any(Number) as number,
        maxTokens: 4_000,
        assemblyDurationMs: 5,
        sourceIds: ['document', 'selection', 'heading'],
      });
      expect(history.lastOfAgent).toMatchObject({
        correlationId: 'later',
        result: { fragments: expect.anything() as unknown },
      });
      expect(assembly.correlationId).toBe(correlationId);
    });
  });
}

function withContent(agentId: string, content: string): AssembledContext {
  return { ...emptyAssembledContext(agentId, 100), fragments: [aFragment({ content })], totalTokens: 1 };
}
