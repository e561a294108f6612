import { ErrorCode, LexichordError, combineContent } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import { aPanel, aRecord, aStrategyOf } from './test-support/a-panel.js';
import { aConnectedViewer, aViewer } from './test-support/a-viewer.js';
import { settled } from './test-support/manual-timers.js';

const unreachable = new LexichordError(ErrorCode.ioFailed, 'The panel cannot be reached.');

describe('ContextPreviewViewModel', () => {
  it('knows nothing before it is connected', () => {
    const { viewModel } = aViewer();

    expect(viewModel.state).toMatchObject({ connection: 'connecting', phase: 'idle', sources: [], timeline: [] });
    expect(viewModel.textToCopy()).toBe('');
  });

  it('shows the workspace, its agents and its sources once it is connected, and asks for nothing by itself', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    expect(viewModel.state).toMatchObject({
      connection: 'open',
      workspaceName: 'novel',
      tier: 'WriterPro',
      phase: 'idle',
    });
    expect(viewModel.state.question).toMatchObject({ agentId: 'copilot', maxTokens: 8_000, isClamped: false });
    expect(viewModel.state.sources.map(({ sourceId }) => sourceId)).toEqual(['document', 'heading']);
    expect(connection.calls).toEqual([]);
  });

  it('SBD-072 AC-6: shows every fragment with its exact tokens, and the prompt byte for byte', async () => {
    const { viewModel, answer } = await aConnectedViewer();
    const fragments = [
      aFragment({ content: 'Run:\n```sh\nnpm', tokenEstimate: 2_150 }),
      aFragment({ sourceId: 'heading', label: 'Heading Hierarchy', content: '# One', tokenEstimate: 834 }),
    ];

    await viewModel.refresh();
    await answer({ result: { fragments, totalTokens: 2_984, renderedTokens: 3_000 } });

    const { shown, sources } = viewModel.state;
    expect(shown?.fragments.map(({ sourceId, tokens }) => [sourceId, tokens])).toEqual([
      ['document', 2_150],
      ['heading', 834],
    ]);
    expect(shown).toMatchObject({ totalTokens: 2_984, renderedTokens: 3_000, maxTokens: 8_000, usedShare: 0.375 });
    expect(shown?.prompt.map(({ text }) => text).join('')).toBe(combineContent({ fragments }));
    expect(sources.map(({ fragment }) => fragment?.content)).toEqual(fragments.map(({ content }) => content));
    expect(viewModel.textToCopy()).toBe(combineContent({ fragments }));
    expect(viewModel.textToCopy('heading')).toBe('# One');
  });

  it('SBD-072 AC-8: a refresh puts new fragments in the place of all former ones, with the time of assembly', async () => {
    const { viewModel, connection, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer({ assembledAt: '2026-01-01T10:00:00.000Z' });

    const refreshed = viewModel.refresh();
    expect(viewModel.state.phase).toBe('assembling');
    await refreshed;
    await answer({
      assembledAt: '2026-01-01T10:05:00.000Z',
      result: { fragments: [aFragment({ sourceId: 'heading', label: 'Headings', content: 'New.', tokenEstimate: 7 })] },
    });

    expect(connection.requests).toHaveLength(2);
    expect(viewModel.state.phase).toBe('ready');
    expect(viewModel.state.shown).toMatchObject({ assembledAt: '2026-01-01T10:05:00.000Z', totalTokens: 7 });
    expect(viewModel.state.shown?.fragments.map(({ sourceId }) => sourceId)).toEqual(['heading']);
  });

  it('SBD-072 UC-01: the panel updates when an agent assembles, and marks what its request used', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    const request = { agentId: 'editor', documentPath: 'a.md', selectedText: 'Text' };

    connection.tell({
      kind: 'assembled',
      assembly: aRecord('agent-1', { origin: 'agent', agentId: 'editor', request }),
    });
    await timers.pass(0);

    expect(viewModel.state.shown).toMatchObject({ correlationId: 'agent-1', agentId: 'editor', isCurrent: true });
    expect(viewModel.state.shown?.fragments.map(({ use }) => use)).toEqual(['same']);
    expect(viewModel.state.timeline).toMatchObject([{ correlationId: 'agent-1', isShown: true }]);
  });

  it('follows an agent while it has no question: what it changes asks the agent’s question again', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    const request = { agentId: 'editor', documentPath: 'a.md', cursorPosition: 3 };
    connection.tell({
      kind: 'assembled',
      assembly: aRecord('agent-1', { origin: 'agent', agentId: 'editor', request, maxTokens: 4_000 }),
    });

    await viewModel.refresh();
    viewModel.setAgent('copilot');
    await settled();

    expect(connection.requests).toEqual([
      { request, maxTokens: 4_000 },
      { request: { ...request, agentId: 'copilot' } },
    ]);
  });

  it('asks as its default agent what an agent asked that nobody knows', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.tell({ kind: 'assembled', assembly: aRecord('agent-1', { origin: 'agent', agentId: 'their-own' }) });

    await viewModel.refresh();

    expect(connection.requests).toEqual([{ request: { agentId: 'copilot' }, maxTokens: 8_000 }]);
  });

  it('keeps its own assembly on view while an agent assembles, and says how the agent’s fragments differ', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer({
      result: {
        fragments: [
          aFragment({ content: 'Same.' }),
          aFragment({ sourceId: 'heading', label: 'Headings', content: 'Mine.' }),
          aFragment({ sourceId: 'cursor', label: 'Cursor', content: 'Alone.' }),
        ],
      },
    });

    const theirs = [
      aFragment({ content: 'Same.' }),
      aFragment({ sourceId: 'heading', label: 'Headings', content: 'Theirs.' }),
    ];
    connection.tell({
      kind: 'assembled',
      assembly: aRecord('agent-1', { origin: 'agent', result: { fragments: theirs } }),
    });
    await timers.pass(0);

    expect(viewModel.state.shown?.correlationId).toBe('own-1');
    expect(viewModel.state.shown?.fragments.map(({ use }) => use)).toEqual(['same', 'different', 'not-used']);
    expect(viewModel.state.timeline.map(({ correlationId }) => correlationId)).toEqual(['agent-1', 'own-1']);
  });

  it('shows what the last agent asked when it is connected and has no question', async () => {
    const { viewModel, connection } = aViewer();
    viewModel.start();
    connection.begin(aPanel(), { lastOfAgent: aRecord('agent-7', { origin: 'agent' }) });
    await settled();

    expect(viewModel.state.shown?.correlationId).toBe('agent-7');
    expect(connection.requests).toEqual([]);
  });

  it('SBD-072 AC-9: names locked sources apart, with the tier that opens them and without a switch', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    await viewModel.toggle('style');

    expect(viewModel.state.locked).toMatchObject([
      { sourceId: 'style', displayName: 'Style Rules', tier: 'Teams', hasSwitch: false, isEnabled: false },
    ]);
    expect(viewModel.state.sources.some(({ sourceId }) => sourceId === 'style')).toBe(false);
    expect(viewModel.state.failure?.code).toBe(ErrorCode.licenseRequired);
    expect(connection.calls).toEqual([]);
  });

  it('keeps the switch of a source that the user switched off', async () => {
    const { viewModel, connection } = aViewer();
    viewModel.start();
    connection.begin(aPanel({ strategies: [aStrategyOf('heading', { enabled: false })] }));

    expect(viewModel.state.sources).toMatchObject([{ sourceId: 'heading', isEnabled: false, hasSwitch: true }]);
  });

  it('tells a failed assembly, keeps the former result as not current, and gets over it', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer();

    await viewModel.refresh();
    const { lastAssembly: correlationId } = connection;
    const failed = { kind: 'assembly-failed', correlationId, origin: 'preview', outcome: 'failed' } as const;
    connection.tell({ ...failed, code: 'internal', message: 'It broke.' });
    await timers.pass(0);

    expect(viewModel.state).toMatchObject({ phase: 'failed', failure: { code: 'internal', message: 'It broke.' } });
    expect(viewModel.state.shown).toMatchObject({ correlationId: 'own-1', isCurrent: false });
    await viewModel.refresh();
    await answer();
    expect(viewModel.state).toMatchObject({ phase: 'ready', shown: { correlationId: 'own-3', isCurrent: true } });
    expect(viewModel.state.failure).toBeUndefined();
  });

  it('tells an assembly that could not begin', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.fail('assemble', new LexichordError(ErrorCode.unknownAgent, 'Nobody knows that agent.'));

    await viewModel.refresh();

    expect(viewModel.state).toMatchObject({ phase: 'failed', failure: { code: 'unknown-agent' } });
    viewModel.dismissFailure();
    expect(viewModel.state.failure).toBeUndefined();
  });

  it('cancels what is under way, and says so', async () => {
    const { viewModel, connection, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer();
    await viewModel.refresh();

    await viewModel.cancel();

    expect(connection.calls.at(-1)).toBe('cancel own-2');
    expect(viewModel.state).toMatchObject({ phase: 'cancelled', shown: { correlationId: 'own-1', isCurrent: false } });
  });

  it('cancels an assembly whose call is not answered yet as soon as it is', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    const release = connection.holdUp('assemble');
    const refreshed = viewModel.refresh();
    await settled();

    await viewModel.cancel();
    release();
    await refreshed;

    expect(connection.calls).toEqual(['assemble ', 'cancel own-1']);
    expect(viewModel.state.phase).toBe('cancelled');
  });

  it('has nothing to cancel when nothing is under way', async () => {
    const { viewModel, connection, answer } = await aConnectedViewer();
    await viewModel.refresh();
    await answer();

    await viewModel.cancel();

    expect(viewModel.state.phase).toBe('ready');
    expect(connection.calls).toEqual(['assemble ']);
  });

  it('lowers a budget to the panel’s limit and says so', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    viewModel.setQuery('login');
    viewModel.setBudget(50_000.4);
    await timers.pass(120);

    expect(viewModel.state.question).toMatchObject({ budget: 50_000, maxTokens: 10_000, isClamped: true });
    expect(connection.requests.at(-1)).toMatchObject({ maxTokens: 10_000 });
    viewModel.setBudget(undefined);
    viewModel.setAgent('editor');
    expect(viewModel.state.question).toMatchObject({ maxTokens: 4_000, isClamped: false });
    viewModel.setBudget(-5);
    expect(viewModel.state.question).toMatchObject({ budget: 1, maxTokens: 1 });
    viewModel.setBudget(Number.NaN);
    expect(viewModel.state.question.budget).toBeUndefined();
  });

  it('asks with the query, the conversation, the cursor and the selection', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    viewModel.setConversation('talk');
    viewModel.setQuery('why');
    viewModel.setPlace({ anchor: 11, head: 7 });
    await timers.pass(120);

    expect(connection.requests.at(-1)).toEqual({
      request: {
        agentId: 'copilot',
        documentPath: 'a.md',
        cursorPosition: 7,
        selectedText: 'Text',
        hints: { query: 'why', conversationId: 'talk', selectionRange: { startOffset: 7, endOffset: 11 } },
      },
      isLive: true,
    });
    expect(viewModel.state.document).toMatchObject({ cursorLine: 3, cursorColumn: 1, selectedText: 'Text' });
  });

  it('assembles anew when somebody else switches a source, changes the configuration or asks for it', async () => {
    const { viewModel, connection, timers, answer } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    await answer();

    connection.tell({ kind: 'strategy-toggled', strategyId: 'heading', enabled: false });
    await settled();
    connection.tell({ kind: 'configuration-reloaded', change: { appliedKeys: ['a.b'], restartKeys: ['c'] } });
    await settled();
    connection.tell({ kind: 'refresh-requested' });
    await settled();

    expect(connection.requests).toHaveLength(4);
    expect(viewModel.state.sources.find(({ sourceId }) => sourceId === 'heading')?.isEnabled).toBe(false);
    expect(viewModel.state.notice).toBe('The configuration was reloaded; now in force: a.b. After a restart: c.');
    await timers.pass(10_000);
    expect(viewModel.state.notice).toBeUndefined();
  });

  it('tells that a changed configuration is not used, and that the panel stops', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    connection.tell({ kind: 'configuration-rejected', code: 'invalid-configuration', message: '"a" is no number.' });
    expect(viewModel.state.notice).toBe('The changed configuration is not used. "a" is no number.');
    connection.tell({ kind: 'stopping' });
    expect(viewModel.state.notice).toBe('The panel is being stopped.');
  });

  it('lists the conversations, and tells when they cannot be listed', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.conversations = ['talk'];
    await viewModel.refresh();
    expect(viewModel.state.conversations).toEqual(['talk']);

    connection.fail('listConversations', unreachable);
    await viewModel.refresh();
    expect(viewModel.state).toMatchObject({ conversations: ['talk'], failure: { code: 'io-failed' } });
  });

  it('finds documents, and none where that fails', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    expect(await viewModel.findDocuments('a')).toMatchObject({ documents: [{ path: 'a.md' }], total: 1 });
    connection.fail('findDocuments', unreachable);
    expect(await viewModel.findDocuments('a')).toEqual({ documents: [], total: 0 });
    expect(viewModel.state.failure?.code).toBe('io-failed');
  });

  it('folds and unfolds sources', async () => {
    const { viewModel } = await aConnectedViewer();
    const isExpanded = (): readonly boolean[] => viewModel.state.sources.map((source) => source.isExpanded);

    expect(isExpanded()).toEqual([true, false]);
    viewModel.toggleExpanded('heading');
    expect(isExpanded()).toEqual([true, true]);
    viewModel.expandAll(false);
    expect(isExpanded()).toEqual([false, false]);
    viewModel.toggleExpanded('document');
    expect(isExpanded()).toEqual([true, false]);
  });
});
