import { type FakeRuntime, aRuntime } from '../hub/test-support/a-runtime.js';
import { panelControl } from './panel-control.js';

describe('panelControl', () => {
  let runtime: FakeRuntime;

  beforeEach(() => {
    runtime = aRuntime();
  });
  afterEach(() => runtime.dispose());

  it('has the viewers of the hub assemble anew', async () => {
    const handlers = panelControl(runtime, { requestRefresh: () => 3, describeWatch: () => ({ documents: [] }) });

    expect(await handlers.refresh()).toEqual({ viewers: 3 });
  });

  it('tells which documents are watched, and what was seen last', async () => {
    const at = '2026-01-02T03:04:05.000Z';
    const handlers = panelControl(runtime, {
      requestRefresh: () => 0,
      describeWatch: () => ({ documents: ['a.md'], lastEvent: { path: 'a.md', kind: 'changed', at } }),
    });

    expect(await handlers.describeWatch()).toEqual({
      active: true,
      folders: [],
      documents: ['a.md'],
      configurationFiles: [],
      lastEvent: { at, what: 'a.md changed' },
    });
  });

  it('asks the runtime for everything else', async () => {
    const handlers = panelControl(runtime, { requestRefresh: () => 0, describeWatch: () => ({ documents: [] }) });
    runtime.reload = () => ({ appliedKeys: ['context.agents'], restartKeys: [] });
    runtime.switchedElsewhere = { heading: false, document: true };

    expect(await handlers.reloadConfiguration()).toEqual({ appliedKeys: ['context.agents'], restartKeys: [] });
    expect(await handlers.rereadStrategies()).toEqual({ switched: ['heading'] });
    expect(await handlers.describeWatch()).toMatchObject({ active: false });
  });
});
