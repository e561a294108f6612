import {
  ICompressionStore,
  IConversationMemory,
  IGraphRepository,
  IKnowledgeImporter,
  type ILexichordRuntime,
} from '@lexichord/abstractions';
import { createPreviewServer } from '@lexichord/preview';
import { PatientClock } from '@lexichord/testing';

import { aSignedLicense } from './test-support/signed-license.js';
import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

/** The machine's time, moved on by a test. */
class MovedClock extends PatientClock {
  movedMs = 0;

  override now(): number {
    return super.now() + this.movedMs;
  }
}

const hour = 60 * 60 * 1_000;

describe('a licence that expires while a process runs', () => {
  let runtimes: TemporaryRuntimes;
  let clock: MovedClock;
  let runtime: ILexichordRuntime;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
    await runtimes.write('notes.md', '# Notes\n\nSome text.\n');
    clock = new MovedClock();
    const license = aSignedLicense('Enterprise', clock.now() + hour);
    const create = () => ({
      strategyId: 'mine',
      displayName: 'Mine',
      priority: 70,
      maxTokens: 100,
      gather: () => Promise.resolve(undefined),
    });
    const mine = { ...create(), create };
    runtime = await runtimes.open({ clock, license, customStrategies: [mine] });
  });
  afterEach(() => runtimes.dispose());

  const assemble = () =>
    runtime.orchestrator.assemble({ agentId: 'copilot', documentPath: 'notes.md' }, { maxTokens: 1_000 });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: unknown }).code,
    );

  it('locks every source at the next assembly', async () => {
    const before = await assemble();
    clock.movedMs = hour;
    const after = await assemble();

    expect(before.fragments.map(({ sourceId }) => sourceId)).toContain('document');
    expect(after.fragments).toEqual([]);
    expect(new Set(after.skipped.map(({ reason }) => reason))).toEqual(new Set(['unlicensed']));
    expect(after.skipped).toHaveLength(runtime.orchestrator.describeStrategies().length);
    expect(runtime.orchestrator.getStrategies()).toEqual([]);
    expect(runtime.orchestrator.describeStrategies().filter(({ licensed }) => licensed)).toEqual([]);
  });

  it('locks conversations and knowledge at the next call of a service that somebody holds', async () => {
    const [store, memory, graph, importer] = [
      runtime.resolve(ICompressionStore),
      runtime.resolve(IConversationMemory),
      runtime.resolve(IGraphRepository),
      runtime.resolve(IKnowledgeImporter),
    ];
    const calls = [
      () => store.conversations(),
      () => memory.add('c', [{ role: 'user', content: 'Hello' }]),
      () => graph.count(),
      () => importer.importFiles([]),
    ];
    const before: unknown[] = [];
    // One after the other: Jest does not link a module that two imports load at the same time.
    for (const call of calls) before.push(await codeOf(call()));
    clock.movedMs = hour;

    expect(before).toEqual(Array(4).fill('done'));
    expect(await Promise.all(calls.map((call) => codeOf(call())))).toEqual(Array(4).fill('license-required'));
  });

  it('locks the sources of an open panel with the reason, after a warning', async () => {
    const panel = await createPreviewServer(runtime, { port: 0 });
    const panels: { readonly tier: string; readonly warnings: readonly string[]; readonly licensed: number }[] = [];
    const viewer = panel.hub.connect('viewer-of-a-test');
    const close = viewer.open({
      onStatus: () => undefined,
      onMessage: (message) => {
        if (message.kind !== 'panel') return;
        const { tier, warnings, strategies } = message.panel;
        panels.push({ tier, warnings, licensed: strategies.filter(({ licensed }) => licensed).length });
      },
    });
    await viewer.listConversations();
    clock.movedMs = hour;
    await viewer.assemble({ request: { agentId: 'copilot', documentPath: 'notes.md' } });
    const switching = codeOf(viewer.switchStrategy('document', false));

    expect(await switching).toBe('license-required');
    expect(panels).toEqual([
      {
        tier: 'Enterprise',
        warnings: [expect.stringContaining('The licence of "Ada" expires within a day')],
        licensed: runtime.orchestrator.describeStrategies().length,
      },
      { tier: 'Core', warnings: [expect.stringContaining('The licence of "Ada" expired on')], licensed: 0 },
    ]);
    close();
    await panel.close();
  });
});
