import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import { aRecord } from './test-support/a-panel.js';
import { aConnectedViewer } from './test-support/a-viewer.js';
import { settled } from './test-support/manual-timers.js';

describe('live assemblies', () => {
  it('wait until the typing pauses, and are marked as live', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();

    for (const query of ['w', 'wh', 'why']) {
      viewModel.setQuery(query);
      await timers.pass(100);
    }
    expect(connection.requests).toEqual([]);
    await timers.pass(20);

    expect(connection.requests).toEqual([{ request: { agentId: 'copilot', hints: { query: 'why' } }, isLive: true }]);
  });

  it('ask nothing again for what has not changed', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    viewModel.setQuery('');
    viewModel.setBudget(undefined);
    viewModel.setConversation(undefined);
    viewModel.setPlace({ anchor: 1, head: 1 });
    viewModel.edit('nothing is open', { anchor: 0, head: 0 });
    await timers.pass(500);

    expect(connection.calls).toEqual([]);
  });

  it('make one call at a time, always with the newest question', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    const release = connection.holdUp('assemble');

    for (const query of ['one', 'two', 'three']) {
      viewModel.setQuery(query);
      await timers.pass(120);
    }
    expect(connection.calls).toEqual(['assemble one']);
    release();
    await settled();

    expect(connection.calls).toEqual(['assemble one', 'assemble three']);
  });

  it('an action is not live, even if typing asked just before', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();

    viewModel.setQuery('why');
    await viewModel.refresh();
    await timers.pass(500);

    expect(connection.requests).toEqual([{ request: { agentId: 'copilot', hints: { query: 'why' } } }]);
  });

  it('a late answer to an earlier question is not current when the last question got none', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    await viewModel.refresh();
    const earlier = connection.lastAssembly;
    await viewModel.refresh();
    const correlationId = connection.lastAssembly;
    const ended = { origin: 'preview', outcome: 'failed', code: ErrorCode.internal, message: 'It ended.' } as const;
    connection.tell({ kind: 'assembly-failed', correlationId, ...ended });
    // An agent's is followed meanwhile, and is current.
    connection.tell({ kind: 'assembled', assembly: aRecord('agent-1', { origin: 'agent' }) });
    expect(viewModel.state.shown).toMatchObject({ correlationId: 'agent-1', isCurrent: true });

    connection.tell({ kind: 'assembled', assembly: aRecord(earlier) });

    expect(viewModel.state).toMatchObject({ phase: 'failed', shown: { correlationId: earlier, isCurrent: false } });
  });

  it('a late answer never takes the place of a newer one', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    viewModel.setQuery('one');
    await timers.pass(120);
    viewModel.setQuery('two');
    await timers.pass(120);

    connection.tell({ kind: 'assembled', assembly: aRecord('own-2') });
    connection.tell({ kind: 'assembled', assembly: aRecord('own-1') });

    expect(viewModel.state.shown?.correlationId).toBe('own-2');
    expect(viewModel.state.phase).toBe('ready');
  });

  it('the end of an older assembly says nothing of the newer one', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    const cancelled = { kind: 'assembly-failed', origin: 'preview', outcome: 'cancelled', code: 'cancelled' } as const;
    viewModel.setQuery('one');
    await timers.pass(120);
    viewModel.setQuery('two');
    await timers.pass(120);

    connection.tell({ ...cancelled, correlationId: 'own-1', message: 'Cancelled.' });
    expect(viewModel.state.phase).toBe('assembling');
    connection.tell({ ...cancelled, correlationId: 'own-2', message: 'Cancelled.' });
    expect(viewModel.state.phase).toBe('cancelled');
  });

  it('a result that comes before the answer of its call is taken', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    const release = connection.holdUp('assemble');
    viewModel.setQuery('one');
    await timers.pass(120);

    connection.tell({ kind: 'assembly-started', assembly: aRecord('own-1') });
    connection.tell({ kind: 'assembled', assembly: aRecord('own-1') });
    expect(viewModel.state).toMatchObject({ phase: 'ready', shown: { correlationId: 'own-1', isCurrent: true } });
    release();
    await timers.pass(0);

    expect(viewModel.state.phase).toBe('ready');
  });

  it('end when the question is taken back: the viewer follows agents again', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    connection.tell({ kind: 'assembled', assembly: aRecord('agent-1', { origin: 'agent' }) });
    viewModel.setQuery('one');
    await timers.pass(120);

    viewModel.setQuery(' ');
    await settled();
    connection.tell({ kind: 'assembled', assembly: aRecord('own-1') });

    expect(connection.calls).toEqual(['assemble one', 'cancel own-1']);
    expect(viewModel.state).toMatchObject({ phase: 'ready', shown: { correlationId: 'agent-1', isCurrent: true } });
  });

  it('without an agent to follow, what was on view is not current any more', async () => {
    const { viewModel, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer();

    viewModel.closeDocument();

    expect(viewModel.state.document).toBeUndefined();
    expect(viewModel.state.shown).toMatchObject({ correlationId: 'own-1', isCurrent: false });
  });

  it('take each other’s place in the timeline, as the panel keeps them', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    for (const query of ['one', 'two']) {
      viewModel.setQuery(query);
      await timers.pass(120);
      await answer({ isLive: true });
    }
    await viewModel.refresh();
    await answer();
    connection.tell({ kind: 'assembled', assembly: aRecord('agent-1', { origin: 'agent' }) });

    expect(viewModel.state.timeline.map(({ correlationId }) => correlationId)).toEqual(['agent-1', 'own-3', 'own-2']);
  });

  it('leave every part of the state that did not change the same object', async () => {
    const { viewModel, answer, timers } = await aConnectedViewer();
    const same = aFragment({
      content: 'The same.',
      metadata: { chunks: [{ filePath: 'a', startLine: 1, endLine: 2 }] },
    });
    const other = (content: string): typeof same => aFragment({ sourceId: 'heading', label: 'Headings', content });
    await viewModel.openDocument('a.md');
    await answer({ result: { fragments: [same, other('Before.')] } });
    const before = viewModel.state;

    viewModel.setPlace({ anchor: 2, head: 2 });
    await timers.pass(120);
    const typed = viewModel.state;
    await answer({ result: { fragments: [other('After.'), structuredClone(same)] } });
    const after = viewModel.state;

    expect(typed.shown).toBe(before.shown);
    expect(typed.sources).toBe(before.sources);
    expect(typed.question).toBe(before.question);
    expect(after.shown?.fragments[1]).toBe(before.shown?.fragments[0]);
    expect(after.shown?.prompt[2]).toBe(before.shown?.prompt[0]);
    expect(after.sources.find(({ sourceId }) => sourceId === 'document')).toBe(
      before.sources.find(({ sourceId }) => sourceId === 'document'),
    );
    expect(after.agents).toBe(before.agents);
    expect(after.shown?.fragments[0]).not.toEqual(before.shown?.fragments[1]);
  });

  it('listeners are told once for everything that happens in a turn, and nothing after they have left', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await timers.pass(0);
    let told = 0;
    const unsubscribe = viewModel.subscribe(() => (told += 1));

    viewModel.setQuery('a');
    viewModel.toggleExpanded('document');
    await settled();
    viewModel.setQuery('ab');
    connection.tell({ kind: 'stopping' });
    await settled();
    expect(told).toBe(1);
    await timers.pass(0);
    expect(told).toBe(2);
    unsubscribe();
    viewModel.setQuery('abc');
    await timers.pass(0);

    expect(told).toBe(2);
  });

  it('tell when a cancellation does not reach the panel', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.fail('cancel', new LexichordError(ErrorCode.ioFailed, 'It does not answer.'));
    await viewModel.refresh();

    await viewModel.cancel();

    expect(viewModel.state).toMatchObject({ phase: 'cancelled', failure: { code: 'io-failed' } });
  });
});
