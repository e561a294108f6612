import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { aPanel, aStrategyOf } from '../test-support/a-panel.js';
import { type TestViewer, aConnectedViewer } from '../test-support/a-viewer.js';
import { settled } from '../test-support/manual-timers.js';

const stateOf = ({ viewModel }: TestViewer): unknown => {
  const source = viewModel.state.sources.find(({ sourceId }) => sourceId === 'heading');
  return [source?.isEnabled, source?.isSwitching];
};

async function aViewerOfADocument(): Promise<TestViewer> {
  const viewer = await aConnectedViewer();
  await viewer.viewModel.openDocument('a.md');
  await viewer.answer();
  viewer.connection.calls.length = 0;
  return viewer;
}

describe('switching a source', () => {
  const off = { kind: 'strategy-toggled', strategyId: 'heading', enabled: false } as const;

  it('shows the switch thrown at once, and asks once when the message comes first', async () => {
    const viewer = await aViewerOfADocument();
    const { viewModel, connection } = viewer;
    const release = connection.holdUp('switchStrategy');

    const toggled = viewModel.toggle('heading');
    expect(stateOf(viewer)).toEqual([false, true]);
    await settled();
    connection.tell(off);
    expect(stateOf(viewer)).toEqual([false, false]);
    release();
    await toggled;
    await settled();

    expect(connection.calls).toEqual(['switchStrategy heading off', 'assemble a.md']);
  });

  it('asks once when the answer comes first', async () => {
    const viewer = await aViewerOfADocument();

    await viewer.viewModel.toggle('heading');
    viewer.connection.tell(off);
    await settled();

    expect(stateOf(viewer)).toEqual([false, false]);
    expect(viewer.connection.calls).toEqual(['switchStrategy heading off', 'assemble a.md']);
  });

  it('hears of a later switch by somebody else all the same', async () => {
    const viewer = await aViewerOfADocument();

    await viewer.viewModel.toggle('heading');
    viewer.connection.tell({ ...off, enabled: true });
    await settled();

    expect(stateOf(viewer)).toEqual([true, false]);
    expect(viewer.connection.calls).toHaveLength(3);
  });

  it('goes back when the panel refuses, and says why', async () => {
    const viewer = await aViewerOfADocument();
    viewer.connection.fail('switchStrategy', new LexichordError(ErrorCode.ioFailed, 'The state cannot be written.'));

    await viewer.viewModel.toggle('heading');

    expect(stateOf(viewer)).toEqual([true, false]);
    expect(viewer.viewModel.state.failure).toEqual({ code: 'io-failed', message: 'The state cannot be written.' });
    expect(viewer.connection.calls).toEqual(['switchStrategy heading off']);
  });

  it('twice in a row ends where it began, one call after the other', async () => {
    const viewer = await aViewerOfADocument();
    const release = viewer.connection.holdUp('switchStrategy');

    const first = viewer.viewModel.toggle('heading');
    const second = viewer.viewModel.toggle('heading');
    expect(stateOf(viewer)).toEqual([true, true]);
    await settled();
    expect(viewer.connection.calls).toEqual(['switchStrategy heading off']);
    release();
    await Promise.all([first, second]);

    expect(viewer.connection.calls.filter((call) => call.startsWith('switch'))).toEqual([
      'switchStrategy heading off',
      'switchStrategy heading on',
    ]);
    expect(stateOf(viewer)).toEqual([true, false]);
  });

  it('works again after one that failed', async () => {
    const viewer = await aViewerOfADocument();
    viewer.connection.fail('switchStrategy', new LexichordError(ErrorCode.ioFailed, 'No.'));
    await viewer.viewModel.toggle('heading');
    viewer.connection.fail('switchStrategy', undefined);

    await viewer.viewModel.toggle('heading');

    expect(stateOf(viewer)).toEqual([false, false]);
    expect(viewer.viewModel.state.failure).toBeUndefined();
  });

  it('shows the new assembly in place of one of the timeline', async () => {
    const { viewModel, connection, answer } = await aViewerOfADocument();
    await viewModel.refresh();
    await answer();
    await viewModel.show('own-1');
    expect(viewModel.state.shown?.correlationId).toBe('own-1');

    await viewModel.toggle('heading');
    await answer();

    expect(viewModel.state.shown?.correlationId).toBe(connection.lastAssembly);
  });

  it('asks for nothing while there is nothing to ask', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    await viewModel.toggle('heading');
    connection.tell({ kind: 'panel', panel: aPanel({ strategies: [aStrategyOf('heading', { enabled: false })] }) });

    expect(connection.calls).toEqual(['switchStrategy heading off']);
  });

  it('tells of a source that nobody knows', async () => {
    const { viewModel } = await aConnectedViewer();

    await viewModel.toggle('typo');

    expect(viewModel.state.failure?.code).toBe('unknown-strategy');
  });
});
