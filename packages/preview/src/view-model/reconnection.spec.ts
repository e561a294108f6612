import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { aPanel, aRecord } from './test-support/a-panel.js';
import { TestMemory, aConnectedViewer, aViewer } from './test-support/a-viewer.js';
import { settled } from './test-support/manual-timers.js';

const unreachable = new LexichordError(ErrorCode.ioFailed, 'The panel cannot be reached.');

describe('a viewer whose connection is lost', () => {
  it('keeps what it shows, fails clearly, and takes everything up again', async () => {
    const { viewModel, connection, answer, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    viewModel.edit('# Mine', { anchor: 6, head: 6 });
    await timers.pass(120);
    await answer();

    connection.status('lost');
    await viewModel.toggle('heading');
    await viewModel.openDocument('b.md');
    await viewModel.show('kept');
    await viewModel.expandSegment('s-1', 0);
    expect(viewModel.state).toMatchObject({
      connection: 'lost',
      document: { path: 'a.md', content: '# Mine' },
      shown: { correlationId: 'own-2' },
      failure: { code: 'io-failed' },
    });
    expect(viewModel.state.sources.find(({ sourceId }) => sourceId === 'heading')).toMatchObject({
      isEnabled: true,
      isSwitching: false,
    });

    viewModel.edit('# Mine and more', { anchor: 15, head: 15 });
    await timers.pass(120);
    await viewModel.refresh();
    expect(viewModel.state.shown?.isCurrent).toBe(false);
    // The panel was started anew: it has nothing of this viewer.
    connection.buffers.clear();
    connection.calls.length = 0;
    connection.begin();
    await timers.pass(0);

    expect(connection.calls).toEqual(['openDocument a.md', 'editDocument a.md=# Mine and more', 'assemble a.md']);
    expect(viewModel.state.document).toMatchObject({ content: '# Mine and more', isEdited: true });
    await answer();
    expect(viewModel.state).toMatchObject({ phase: 'ready', shown: { correlationId: 'own-3', isCurrent: true } });
    expect(viewModel.state.failure).toBeUndefined();
  });

  it('sends what it had typed again to a panel that was started anew', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    viewModel.edit('# Mine', { anchor: 0, head: 0 });
    await timers.pass(120);
    await answer();

    connection.status('lost');
    connection.buffers.clear();
    connection.begin();
    await timers.pass(0);

    expect(connection.buffers.get('a.md')).toBe('# Mine');
    expect(viewModel.state.document?.content).toBe('# Mine');
  });

  it('takes what somebody else typed meanwhile into a panel that went on', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    viewModel.edit('# Mine', { anchor: 0, head: 0 });
    await timers.pass(120);
    await answer();
    const { document: before } = viewModel.state;

    connection.status('lost');
    connection.buffers.set('a.md', '# Theirs');
    connection.begin();
    await timers.pass(0);

    expect(viewModel.state.document).toMatchObject({ content: '# Theirs' });
    expect(viewModel.state.document?.revision).toBeGreaterThan(before?.revision ?? 0);
  });

  it('asks again what was under way, and ends it clearly until then', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');

    connection.status('lost');
    expect(viewModel.state).toMatchObject({ phase: 'failed', failure: { code: 'io-failed' } });
    connection.begin();
    await timers.pass(0);

    expect(viewModel.state.phase).toBe('assembling');
    expect(viewModel.state.failure).toBeUndefined();
    connection.tell({ kind: 'assembled', assembly: aRecord('own-1') });
    expect(viewModel.state.shown).toBeUndefined();
    connection.tell({ kind: 'assembled', assembly: aRecord('own-2') });
    expect(viewModel.state.phase).toBe('ready');
  });

  it('asks again what could not be asked', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    const release = connection.holdUp('assemble');
    connection.fail('assemble', unreachable);
    const refreshed = viewModel.refresh();
    await settled();
    connection.status('lost');
    release();
    await refreshed;
    connection.fail('assemble', undefined);
    connection.begin();
    await timers.pass(0);

    expect(connection.calls.filter((call) => call.startsWith('assemble'))).toHaveLength(3);
  });

  it('is at rest again when nothing was asked', async () => {
    const { connection } = await aConnectedViewer();

    connection.status('lost');
    connection.begin();
    await settled();

    expect(connection.calls).toEqual([]);
  });

  it('has the timeline of the panel that it finds', async () => {
    const { viewModel, connection, answer } = await aConnectedViewer();
    await viewModel.refresh();
    await answer();

    connection.status('lost');
    connection.begin(aPanel(), { assemblies: [], lastOfAgent: aRecord('agent-1', { origin: 'agent' }) });

    expect(viewModel.state.timeline).toEqual([]);
  });

  it('waits with its first actions until it is connected', async () => {
    const { viewModel, connection } = aViewer();
    viewModel.start();
    const opened = viewModel.openDocument('a.md');
    const found = viewModel.findDocuments('a');
    await settled();
    expect(connection.calls).toEqual([]);

    connection.begin();
    await opened;

    expect(await found).toMatchObject({ total: 1 });
    await settled();
    // Once each: the document is taken up with the connection, and assembled for then.
    expect(connection.calls.filter((call) => call !== 'findDocuments a')).toEqual(
      expect.arrayContaining(['openDocument a.md', 'assemble a.md']),
    );
    expect(connection.calls.filter((call) => /^(?:assemble|openDocument)/u.test(call))).toHaveLength(2);
    expect(viewModel.state.document?.path).toBe('a.md');
  });

  it('fails what waited for a connection that is closed instead', async () => {
    const { viewModel, connection } = aViewer();
    viewModel.start();
    const opened = viewModel.openDocument('a.md');

    connection.status('closed');
    await opened;

    expect(viewModel.state.failure?.code).toBe('io-failed');
  });

  it('tells when there is no room for another viewer', () => {
    const { viewModel, connection } = aViewer();
    connection.open = () => {
      throw unreachable;
    };

    viewModel.start();

    expect(viewModel.state).toMatchObject({ connection: 'closed', failure: { code: 'io-failed' } });
  });

  it('is silent after it was disposed of, and can begin anew', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    let told = 0;
    viewModel.subscribe(() => (told += 1));
    viewModel.setQuery('why');
    viewModel.dispose();
    viewModel.dispose();
    await timers.pass(10_000);

    expect(connection.isOpen).toBe(false);
    expect(connection.calls).toEqual([]);
    expect(viewModel.state.connection).toBe('closed');
    expect(timers.pending).toBe(0);
    const before = told;
    viewModel.start();
    viewModel.start();
    connection.begin();
    await timers.pass(0);
    expect(viewModel.state).toMatchObject({ connection: 'open', question: { query: 'why' } });
    expect(told).toBeGreaterThan(before);
  });
});

describe('a viewer that comes again', () => {
  it('finds its document, place, question, budget and folds, and what they give', async () => {
    const memory = new TestMemory();
    const first = await aConnectedViewer(memory);
    await first.viewModel.openDocument('a.md');
    first.viewModel.setPlace({ anchor: 7, head: 11 });
    first.viewModel.setAgent('editor');
    first.viewModel.setQuery('why');
    first.viewModel.setConversation('talk');
    first.viewModel.setBudget(3_000);
    first.viewModel.toggleExpanded('heading');
    first.viewModel.dispose();

    const { viewModel, connection } = await aConnectedViewer(memory);

    expect(viewModel.state).toMatchObject({
      document: { path: 'a.md', place: { anchor: 7, head: 11 }, selectedText: 'Text' },
      question: { agentId: 'editor', query: 'why', conversationId: 'talk', budget: 3_000 },
    });
    expect(viewModel.state.sources.map(({ isExpanded }) => isExpanded)).toEqual([true, true]);
    expect(connection.requests).toHaveLength(1);
    expect(connection.requests[0]).toMatchObject({ request: { documentPath: 'a.md', selectedText: 'Text' } });
  });

  it('writes only what changed', async () => {
    const memory = new TestMemory();
    const write = jest.spyOn(memory, 'write');
    const { viewModel, timers } = await aConnectedViewer(memory);
    await timers.pass(0);
    write.mockClear();

    viewModel.setQuery('why');
    await timers.pass(0);
    viewModel.dismissFailure();
    viewModel.setConversation('talk');
    await timers.pass(0);

    expect(write).toHaveBeenCalledTimes(2);
  });

  it('forgets a document that is gone', async () => {
    const memory = new TestMemory();
    memory.write('panel', JSON.stringify({ version: 1, documentPath: 'gone.md', place: { anchor: 1, head: 1 } }));
    const { viewModel } = await aConnectedViewer(memory);

    expect(viewModel.state.failure?.code).toBe('not-found');
    viewModel.dispose();
    expect(memory.read('panel')).not.toContain('gone.md');
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['another version', JSON.stringify({ version: 2, query: 'why', budget: 5 })],
    [
      'wrong types',
      JSON.stringify({
        version: 1,
        documentPath: 7,
        place: 'x',
        agentId: '',
        query: null,
        conversationId: [],
        budget: -1,
        folding: { isExpanded: true, except: [1] },
      }),
    ],
  ])('begins anew where it finds %s', async (_, text) => {
    const memory = new TestMemory();
    if (text !== undefined) memory.write('panel', text);
    const { viewModel } = await aConnectedViewer(memory);

    expect(viewModel.state.question).toEqual({
      agentId: 'copilot',
      query: '',
      maxTokens: 8_000,
      maxBudget: 10_000,
      isClamped: false,
    });
    expect(viewModel.state.document).toBeUndefined();
    expect(viewModel.state.sources.map(({ isExpanded }) => isExpanded)).toEqual([true, false]);
  });

  it('takes a malformed place for no cursor', async () => {
    const memory = new TestMemory();
    memory.write('panel', JSON.stringify({ version: 1, documentPath: 'a.md', place: { anchor: -4, head: 'x' } }));
    const { viewModel } = await aConnectedViewer(memory);

    expect(viewModel.state.document?.path).toBe('a.md');
    expect(viewModel.state.document?.place).toBeUndefined();
  });
});
