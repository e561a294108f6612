import { combineContent } from '@lexichord/abstractions';

import { openPreviewHub, type PreviewHub } from '../hub/preview-hub.js';
import { aRuntime, type FakeRuntime } from '../hub/test-support/a-runtime.js';
import { ContextPreviewViewModel } from './context-preview-view-model.js';
import type { PreviewState } from './preview-state.js';

describe('a viewer of a runtime', () => {
  let runtime: FakeRuntime;
  let hub: PreviewHub;
  const viewers: ContextPreviewViewModel[] = [];

  beforeEach(() => {
    runtime = aRuntime({ files: { 'a.md': '# One\n\nText of the file.\n' } });
    hub = openPreviewHub(runtime, { maxBudget: 10_000, history: 5 });
  });

  afterEach(async () => {
    for (const viewer of viewers.splice(0)) viewer.dispose();
    await hub.close();
    await runtime.dispose();
  });

  /** Resolves as soon as the state is as it is wanted. */
  function until(viewer: ContextPreviewViewModel, isWanted: (state: PreviewState) => boolean): Promise<PreviewState> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isWanted(viewer.state)) return;
        unsubscribe();
        resolve(viewer.state);
      };
      const unsubscribe = viewer.subscribe(look);
      look();
    });
  }

  async function connected(name: string): Promise<ContextPreviewViewModel> {
    const viewer = new ContextPreviewViewModel(hub.connect(`viewer-${name}`));
    viewers.push(viewer);
    viewer.start();
    await until(viewer, ({ connection, workspaceName }) => connection === 'open' && workspaceName !== '');
    return viewer;
  }

  const sourcesOf = ({ shown }: PreviewState): readonly string[] =>
    shown?.fragments.map(({ sourceId }) => sourceId) ?? [];

  it('SBD-072 US-01: sees the document that it opens as a fragment', async () => {
    const viewer = await connected('one');

    await viewer.openDocument('a.md');
    const { shown, document } = await until(viewer, ({ phase }) => phase === 'ready');

    expect(document).toMatchObject({ path: 'a.md', content: '# One\n\nText of the file.\n', language: 'markdown' });
    expect(shown).toMatchObject({ origin: 'preview', documentPath: 'a.md', isCurrent: true });
    expect(shown?.fragments[0]).toMatchObject({ sourceId: 'document', label: 'Document Content', use: 'not-used' });
  });

  it('SBD-072 AC-7: a source that is switched off gives no fragment any more, for every viewer', async () => {
    const one = await connected('one');
    const two = await connected('two');
    for (const viewer of [one, two]) {
      await viewer.openDocument('a.md');
      await until(viewer, ({ phase }) => phase === 'ready');
    }

    const toggled = one.toggle('heading');
    expect(one.state.sources.find(({ sourceId }) => sourceId === 'heading')).toMatchObject({
      isEnabled: false,
      isSwitching: true,
      hasSwitch: true,
    });
    await toggled;

    for (const viewer of [one, two]) {
      const state = await until(viewer, (now) => !sourcesOf(now).includes('heading'));
      expect(sourcesOf(state)).toEqual(['document', 'selection']);
      expect(state.sources.find(({ sourceId }) => sourceId === 'heading')).toMatchObject({
        isEnabled: false,
        isSwitching: false,
        hasSwitch: true,
      });
    }
    // One assembly each for the document, and one each for the switch.
    expect(runtime.orchestrator.asked).toHaveLength(4);
    await one.toggle('heading');
    await until(two, (now) => sourcesOf(now).includes('heading'));
  });

  it('SBD-072 UC-01: sees what an agent is given, exactly', async () => {
    const viewer = await connected('one');

    const result = await runtime.orchestrator.assemble({ agentId: 'editor', documentPath: 'a.md' }, { maxTokens: 900 });
    const { shown } = await until(viewer, (state) => state.shown !== undefined);

    expect(shown).toMatchObject({
      origin: 'agent',
      agentId: 'editor',
      maxTokens: 900,
      totalTokens: result.totalTokens,
    });
    expect(shown?.prompt.map(({ text }) => text).join('')).toBe(combineContent(result));
    expect(viewer.textToCopy()).toBe(combineContent(result));
  });

  it('sends what is typed before it asks for the assembly', async () => {
    const one = await connected('one');
    const two = await connected('two');
    await one.openDocument('a.md');
    await two.openDocument('a.md');
    await until(one, ({ phase }) => phase === 'ready');
    let seen: string | undefined;
    const { answer } = runtime.orchestrator;
    runtime.orchestrator.answer = async (request, budget) => {
      seen = await runtime.editor.getContent('a.md');
      runtime.orchestrator.answer = answer;
      return answer(request, budget);
    };

    one.edit('# Two', { anchor: 5, head: 5 });
    const typed = one.state.document;
    await until(one, ({ shown }) => shown !== undefined && runtime.orchestrator.asked.length > 2);
    const { document } = await until(two, (state) => state.document?.content === '# Two');

    expect(typed).toMatchObject({ content: '# Two', isEdited: true, cursorColumn: 6 });
    expect(seen).toBe('# Two');
    expect(document).toMatchObject({ isEdited: true });
    await two.discardEdits();
    await until(one, (state) => state.document?.content === '# One\n\nText of the file.\n');
  });
});
