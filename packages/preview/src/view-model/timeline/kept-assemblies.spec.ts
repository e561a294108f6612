import { aFragment } from '@lexichord/testing';

import { aPanel, aRecord } from '../test-support/a-panel.js';
import { type TestViewer, aConnectedViewer, aViewer } from '../test-support/a-viewer.js';
import { settled } from '../test-support/manual-timers.js';
import { summaryOf } from '../../protocol/assembly-summary.js';

/** A viewer of a panel that keeps three assemblies. */
async function aViewerWithHistory(): Promise<TestViewer> {
  const viewer = aViewer();
  viewer.viewModel.start();
  const records = ['one', 'two', 'three'].map((id) => aRecord(id));
  for (const record of records) viewer.connection.kept.set(record.correlationId, record);
  viewer.connection.begin(aPanel(), { assemblies: records.map(summaryOf) });
  await settled();
  return viewer;
}

describe('the timeline', () => {
  it('has what the panel keeps, newest first', async () => {
    const { viewModel } = await aViewerWithHistory();

    expect(viewModel.state.timeline.map(({ correlationId }) => correlationId)).toEqual(['three', 'two', 'one']);
  });

  it('fetches an assembly once, shows it as not current, and goes back to the newest', async () => {
    const { viewModel, connection, answer } = await aViewerWithHistory();
    await viewModel.refresh();
    await answer();

    await Promise.all([viewModel.show('one'), viewModel.show('one')]);
    expect(viewModel.state.shown).toMatchObject({ correlationId: 'one', isCurrent: false });
    expect(viewModel.state.timeline.find(({ isShown }) => isShown)?.correlationId).toBe('one');
    await viewModel.show(undefined);
    expect(viewModel.state.shown).toMatchObject({ correlationId: 'own-1', isCurrent: true });
    await viewModel.show('one');
    await viewModel.show('own-1');

    expect(viewModel.state.shown).toMatchObject({ correlationId: 'own-1', isCurrent: true });
    expect(connection.calls.filter((call) => call.startsWith('assembly'))).toEqual(['assembly one']);
  });

  it('shows what was asked for last', async () => {
    const { viewModel, connection } = await aViewerWithHistory();
    const release = connection.holdUp('assembly');
    const first = viewModel.show('one');
    const second = viewModel.show('two');
    release();
    await Promise.all([first, second]);

    expect(viewModel.state.shown?.correlationId).toBe('two');
  });

  it('drops what the panel keeps no more, and says so', async () => {
    const { viewModel, connection } = await aViewerWithHistory();
    connection.kept.delete('one');

    await viewModel.show('one');

    expect(viewModel.state.failure?.code).toBe('not-found');
    expect(viewModel.state.timeline.map(({ correlationId }) => correlationId)).toEqual(['three', 'two']);
  });

  it('an assembly that comes by itself leaves one of the timeline on view', async () => {
    const { viewModel, connection, answer } = await aViewerWithHistory();
    await viewModel.openDocument('a.md');
    await answer();
    await viewModel.show('one');

    connection.tell({ kind: 'refresh-requested' });
    await settled();
    await answer();

    expect(viewModel.state.shown?.correlationId).toBe('one');
    expect(viewModel.state.timeline[0]?.correlationId).toBe('own-2');
  });

  it('compares two assemblies, the older one first', async () => {
    const { viewModel, connection } = await aViewerWithHistory();
    const of = (sourceId: string, content: string): ReturnType<typeof aFragment> =>
      aFragment({ sourceId, label: sourceId, content, tokenEstimate: content.length });
    const before = [of('document', 'same'), of('heading', 'old'), of('gone', 'gone')];
    const after = [of('new', 'new'), of('document', 'same'), of('heading', 'newer')];
    connection.kept.set('one', aRecord('one', { result: { fragments: before } }));
    connection.kept.set('three', aRecord('three', { result: { fragments: after } }));

    await viewModel.toggleCompared('three');
    expect(viewModel.state.comparison).toBeUndefined();
    await viewModel.toggleCompared('one');

    const { comparison, timeline } = viewModel.state;
    expect([comparison?.before.correlationId, comparison?.after.correlationId]).toEqual(['one', 'three']);
    expect(
      comparison?.differences.map(({ displayName, change, beforeTokens, afterTokens }) => [
        displayName,
        change,
        beforeTokens,
        afterTokens,
      ]),
    ).toEqual([
      ['new', 'added', 0, 3],
      ['Document Content', 'same', 4, 4],
      ['Heading Hierarchy', 'changed', 3, 5],
      ['gone', 'removed', 4, 0],
    ]);
    expect(timeline.map(({ isCompared }) => isCompared)).toEqual([true, false, true]);
    viewModel.closeComparison();
    expect(viewModel.state.comparison).toBeUndefined();
    expect(viewModel.state.timeline.some(({ isCompared }) => isCompared)).toBe(false);
  });

  it('the oldest of three picks gives way, and a pick is taken back', async () => {
    const { viewModel } = await aViewerWithHistory();
    for (const id of ['one', 'two', 'three']) await viewModel.toggleCompared(id);
    expect(viewModel.state.comparison?.before.correlationId).toBe('two');

    await viewModel.toggleCompared('two');

    expect(viewModel.state.comparison).toBeUndefined();
    expect(viewModel.state.timeline.map(({ isCompared }) => isCompared)).toEqual([true, false, false]);
  });

  it('a comparison with what is kept no more is none, and says so', async () => {
    const { viewModel, connection } = await aViewerWithHistory();
    connection.kept.delete('one');
    await viewModel.toggleCompared('one');

    await viewModel.toggleCompared('two');

    expect(viewModel.state.comparison).toBeUndefined();
    expect(viewModel.state.failure?.code).toBe('not-found');
    expect(viewModel.state.timeline.map(({ isCompared }) => isCompared)).toEqual([false, true]);
  });

  it('picks that were changed while they were fetched are not compared', async () => {
    const { viewModel, connection } = await aViewerWithHistory();
    const release = connection.holdUp('assembly');
    await viewModel.toggleCompared('one');
    const comparing = viewModel.toggleCompared('two');
    viewModel.closeComparison();
    release();
    await comparing;

    expect(viewModel.state.comparison).toBeUndefined();
  });

  it('keeps a bounded number of lines and of whole assemblies', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.tell({ kind: 'panel', panel: { ...aPanel(), historySize: 30 } });
    for (let number = 0; number < 50; number += 1) {
      connection.tell({ kind: 'assembled', assembly: aRecord(`agent-${number}`, { origin: 'agent' }) });
    }
    expect(viewModel.state.timeline).toHaveLength(30);

    await viewModel.show('agent-45');
    await viewModel.show('agent-25');

    expect(connection.calls).toEqual(['assembly agent-25']);
  });
});

describe('segments of a conversation', () => {
  const metadata = { conversationId: 'talk', segments: [{ segmentId: 's-1', level: 2, messageIds: ['m1'] }] };

  async function aTalk(): Promise<TestViewer> {
    const viewer = await aConnectedViewer();
    await viewer.viewModel.refresh();
    await viewer.answer({ result: { fragments: [aFragment({ sourceId: 'conversation', metadata })] } });
    return viewer;
  }

  const segmentOf = ({ viewModel }: TestViewer): unknown => {
    const form = viewModel.state.shown?.fragments[0]?.form;
    return form?.kind === 'conversation' ? form.segments[0] : undefined;
  };

  it('are expanded from the level that is in the prompt, and folded again', async () => {
    const viewer = await aTalk();
    const release = viewer.connection.holdUp('expandSegment');

    const expanded = viewer.viewModel.expandSegment('s-1', 0);
    expect(segmentOf(viewer)).toMatchObject({ level: 2, expansion: { phase: 'loading', level: 0 } });
    release();
    await expanded;

    expect(viewer.connection.calls.at(-1)).toBe('expandSegment s-1 2-0');
    expect(segmentOf(viewer)).toMatchObject({
      expansion: { phase: 'ready', content: 'All of s-1.', tokenCount: 4, isFullTranscript: true },
    });
    await viewer.viewModel.expandSegment('s-1', undefined);
    expect(segmentOf(viewer)).not.toHaveProperty('expansion');
  });

  it('that were folded meanwhile stay folded', async () => {
    const viewer = await aTalk();
    const release = viewer.connection.holdUp('expandSegment');
    const expanded = viewer.viewModel.expandSegment('s-1', 1);
    await viewer.viewModel.expandSegment('s-1', undefined);
    release();
    await expanded;

    expect(segmentOf(viewer)).not.toHaveProperty('expansion');
  });

  it('tell at their place why they cannot be expanded', async () => {
    const viewer = await aTalk();
    viewer.connection.expand = () => {
      throw new TypeError('broken');
    };

    await viewer.viewModel.expandSegment('s-1', 1);
    await viewer.viewModel.expandSegment('s-9', 1);

    expect(segmentOf(viewer)).toMatchObject({
      expansion: { phase: 'failed', level: 1, failure: { code: 'internal', message: 'broken' } },
    });
    expect(viewer.viewModel.state.failure).toBeUndefined();
  });
});
