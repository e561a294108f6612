import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ErrorCode, ISemanticSearchService } from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { seededNumbers } from '@lexichord/testing';

import { type IndexProcess, IndexProcesses } from './test-support/index-processes.js';
import {
  type Files,
  IndexedWorkspaces,
  commonWord,
  generatedFiles,
  writeFiles,
} from './test-support/indexed-workspace.js';

/** More than are written together, so that a run has two batches; no more than a search looks at. */
const manyFiles = 265;

const kills = 10;

describe('processes that index a workspace', () => {
  const workspaces = new IndexedWorkspaces();
  const processes = new IndexProcesses();
  /** Of a whole run of each kind, measured whenever one comes to its end, in milliseconds. */
  const durationsMs = { '': 0, rebuild: 0 };

  beforeAll(async () => {
    const warmUp = await workspaces.folder(generatedFiles(3));
    const first = processes.start(warmUp);
    await first.ready();
    first.begin();
    await first.outcome();
    const measured = processes.start(await workspaces.folder(generatedFiles(manyFiles)));
    await measured.ready();
    measured.begin();
    durationsMs[''] = durationsMs.rebuild = Number((await measured.outcome())?.['durationMs']);
  });

  afterAll(async () => {
    await processes.dispose();
    await workspaces.dispose();
  });

  async function expectReadable(root: string): Promise<void> {
    const runtime = await workspaces.open(root);
    try {
      for (const { health } of await runtime.resolve(IDatabase).inspect()) expect(health).toBe('ok');
      await runtime.resolve(ISemanticSearchService).search(commonWord);
    } catch (error) {
      expect(error).toMatchObject({ code: ErrorCode.noIndex });
    } finally {
      await runtime.dispose();
    }
  }

  it(`are killed at ${kills} moments and leave what the next ones complete`, async () => {
    const random = seededNumbers(72);
    const root = await workspaces.folder(generatedFiles(manyFiles));
    let killed = 0;

    // Every third begins anew, so that there is much to do again. The next one starts while this one works.
    const modeOf = (round: number): 'rebuild' | '' => (round % 3 === 2 ? 'rebuild' : '');
    const startOf = (round: number): IndexProcess => processes.start(root, { mode: modeOf(round) });
    let next = startOf(0);
    for (let round = 0; round < kills; round += 1) {
      const child = next;
      await child.ready();
      next = startOf(round + 1);
      child.begin();
      await wait(random() * durationsMs[modeOf(round)]);
      child.kill();
      const outcome = await child.outcome();
      // One that came to its end was faster than those before: the machine was busy then, or there was less to do.
      if (outcome === undefined) killed += 1;
      else durationsMs[modeOf(round)] = Number(outcome['durationMs']);
      await expectReadable(root);
      await writeFiles(root, changesOf(round));
      await rm(join(root, `part${round % 7}`, `tool${round * 3 + 1}.py`), { force: true });
    }
    const report = await workspaces.index(root);
    const found = await workspaces.contents(root);

    expect(killed).toBeGreaterThan(kills / 3);
    expect(report.chunks).toBe(found.length);
    expect(found).toEqual(await workspaces.undisturbed(root));
  });

  it.each<['' | 'rebuild', 'a new' | 'a complete']>([
    ['', 'a new'],
    ['', 'a complete'],
    ['rebuild', 'a complete'],
  ])('are two at once (%s) on %s index, and it is whole', async (mode, state) => {
    const root = await workspaces.folder(generatedFiles(60));
    if (state === 'a complete') {
      await workspaces.index(root);
      await writeFiles(root, Object.fromEntries(Object.entries(generatedFiles(60, 'second')).slice(20)));
    }
    const both = [processes.start(root, { mode }), processes.start(root, { mode })];
    for (const process of both) await process.ready();

    for (const process of both) process.begin();
    const outcomes = await Promise.all(both.map((process) => process.outcome()));

    expect(outcomes).toEqual([
      expect.objectContaining({ files: 60, warnings: [], skipped: [] }),
      expect.objectContaining({ files: 60, warnings: [], skipped: [] }),
    ]);
    await workspaces.index(root);
    expect(await workspaces.contents(root)).toEqual(await workspaces.undisturbed(root));
  });
});

function changesOf(round: number): Files {
  const changed = Object.entries(generatedFiles(manyFiles, `round${round}`)).slice(round * 20, round * 20 + 10);
  return { ...Object.fromEntries(changed), [`added/file${round}.md`]: `# Added ${round}\n\nA ${commonWord}.\n` };
}
