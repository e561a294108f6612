import { LexichordError, emptyAssembledContext } from '@lexichord/abstractions';

import { PreviewOptions } from '../preview-options.js';
import { type PreviewHub, openPreviewHub } from './preview-hub.js';
import { type FakeRuntime, aRuntime } from './test-support/a-runtime.js';
import { RecordingListener } from './test-support/recording-listener.js';

const viewerId = 'viewer-one';

describe('assemblies in the hub', () => {
  let runtime: FakeRuntime;
  let hub: PreviewHub;
  let listener: RecordingListener;

  beforeEach(async () => {
    runtime = aRuntime();
    hub = openPreviewHub(runtime, runtime.resolve(PreviewOptions));
    listener = new RecordingListener();
    hub.connect(viewerId).open(listener);
    await listener.next('history');
  });

  afterEach(async () => {
    await hub.close();
    await runtime.dispose();
  });

  it('SBD-072 §15: logs that the preview is refreshed, once and without what was asked', async () => {
    const request = { agentId: 'editor', hints: { query: 'private' } };
    await hub.connect(viewerId).assemble({ request });

    expect(runtime.logger.lines).toEqual([
      { level: 'debug', source: 'ContextPreviewVM', template: 'Refreshing context preview', fields: {} },
    ]);
  });

  it('UC-02: the time of assembly is the time at which it ended', async () => {
    const release = runtime.orchestrator.holdUp();
    await hub.connect(viewerId).assemble({ request: { agentId: 'editor' } });
    runtime.clock.advance(1_500);
    release();

    expect((await listener.next('assembled')).assembly).toMatchObject({
      startedAt: '2026-01-01T00:00:00.000Z',
      assembledAt: '2026-01-01T00:00:01.500Z',
    });
  });

  it('passes over previews that somebody else had made', async () => {
    const preview = { origin: 'preview', correlationId: 'not-ours' } as const;
    await runtime.orchestrator.assemble({ agentId: 'editor' }, { maxTokens: 10 }, preview);
    await runtime.orchestrator
      .assemble({ agentId: 'editor' }, { maxTokens: 10 }, { ...preview, signal: aborting() })
      .catch(() => undefined);
    hub.requestRefresh();
    await listener.next('refresh-requested');

    expect(listener.kinds()).toEqual(['panel', 'history', 'refresh-requested']);
    await expect(hub.connect(viewerId).assembly('not-ours')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('tells what an agent was sent that began before anybody looked', async () => {
    const result = {
      ...emptyAssembledContext('tuning', 77),
      assemblyDurationMs: 1_000.4,
      variables: { AgentId: 'tuning', DocumentPath: 'a.md', FragmentCount: 0, TotalTokens: 0 },
    };
    runtime.events.publish('ContextAssembled', { correlationId: 'early', origin: 'agent', agentId: 'tuning', result });

    expect((await listener.next('assembled')).assembly).toEqual({
      correlationId: 'early',
      origin: 'agent',
      agentId: 'tuning',
      startedAt: '2025-12-31T23:59:59.000Z',
      assembledAt: '2026-01-01T00:00:00.000Z',
      request: { agentId: 'tuning', documentPath: 'a.md' },
      maxTokens: 77,
      isLive: false,
      result,
    });
  });

  it('tells how an agent’s failed', async () => {
    runtime.orchestrator.answer = () => {
      throw new LexichordError('io-failed', 'The disk is gone.');
    };
    await runtime.orchestrator.assemble({ agentId: 'tuning' }, { maxTokens: 10 }).catch(() => undefined);

    expect(await listener.next('assembly-failed')).toMatchObject({ origin: 'agent', code: 'io-failed' });
  });

  it('lets nobody wait for an assembly that ends without a word', async () => {
    runtime.orchestrator.assemble = (request, budget, options) => {
      const correlationId = options?.correlationId ?? '';
      const { agentId } = request;
      const event = { correlationId, origin: 'preview', agentId, request, budget } as const;
      runtime.events.publish('ContextAssemblyStarted', event);
      return Promise.reject(new RangeError('on purpose'));
    };

    const { correlationId } = await hub.connect(viewerId).assemble({ request: { agentId: 'editor' } });

    expect(await listener.next('assembly-failed')).toMatchObject({
      correlationId,
      outcome: 'failed',
      code: 'internal',
    });
  });

  it('rejects what does not even begin, and tells nothing of it', async () => {
    runtime.orchestrator.assemble = () => Promise.reject(new RangeError('on purpose'));

    await expect(hub.connect(viewerId).assemble({ request: { agentId: 'editor' } })).rejects.toThrow('on purpose');

    hub.requestRefresh();
    await listener.next('refresh-requested');
    expect(listener.kinds()).not.toContain('assembly-failed');
  });

  it('cancels what is under way when it closes', async () => {
    runtime.orchestrator.holdUp();
    await hub.connect(viewerId).assemble({ request: { agentId: 'editor' } });
    const { signal } = runtime.orchestrator.asked[0]!.options;

    await hub.close();

    expect(signal?.aborted).toBe(true);
  });

  it('says what it watches', async () => {
    runtime.write('notes.md', '# Notes');
    await hub.connect(viewerId).openDocument('notes.md');

    expect(hub.describeWatch()).toEqual({ documents: ['notes.md'], lastEvent: undefined });
    expect(hub.viewers).toBe(1);
  });
});

/** Aborts once the assembly has begun. */
function aborting(): AbortSignal {
  const controller = new AbortController();
  queueMicrotask(() => controller.abort());
  return controller.signal;
}
