import {
  type PowerCut,
  PowerCuts,
  type RecordedDisk,
  describeTraced,
  isFullRun,
  seededNumbers,
} from '@lexichord/testing';

import { buildCommand } from './test-support/built-command.js';
import { type RecordedWorkspace, recordWorkspace, recordedSteps } from './test-support/recorded-workspace.js';
import { ReplayedCuts, flushKindOf } from './test-support/replayed-cuts.js';
import { aFolder } from './test-support/run-command.js';

/** Disks that are looked at when not all of them are. */
const sampleSize = 200;

/** Kinds of flushes without which something is lost. */
const neededFlushes = [
  'data',
  'deletions',
  'folder of a table',
  'folder of data',
  'folder of deletions',
  'folder of manifests',
  'folder of the origin',
  'folder of the records',
  'folder of the state',
  'folder of the tables',
  'folders above the records',
  'manifest',
  'origin',
  'switches of the strategies',
  'workspace',
] as const;

/** Those without which nothing is lost that was acknowledged, and why they are made all the same. */
const spareFlushes = {
  'folder above the workspace': 'whoever made the workspace may not have waited for the disk',
  'folder of transactions': 'as a transaction',
  'record of the state': 'its name is what counts; what is in it is for a person',
  transaction:
    'only writers read it that began before the commit, and a power cut ends them; never to meet one in part is simpler',
  'version hint': 'the library reads names of manifests where it has none',
} as const;

describeTraced('a power cut at any moment of a run of commands', ({ disk }) => {
  let recorded: RecordedDisk;
  let history: RecordedWorkspace;

  beforeAll(async () => {
    buildCommand();
    recorded = disk(aFolder());
    history = await recordWorkspace(recorded);
  });

  if (isFullRun()) {
    it.each(recordedSteps.map(({ argv }, index) => ({ command: argv.join(' '), index })))(
      'keeps what was acknowledged, and the store opens without damage: each moment of $command',
      async ({ index }) => {
        const { startedAt, acknowledgedAt } = history;
        const from = index === 0 ? startedAt : (acknowledgedAt[index - 1] ?? 0);
        await expectNothingLost(cutsBetween(from, acknowledgedAt[index] ?? 0), Infinity);
      },
    );
  } else {
    it('keeps what was acknowledged, and the store opens without damage', async () => {
      const all = [...cutsBetween(history.startedAt, recorded.operations.length)];
      await expectNothingLost(sampled(all, history), sampleSize);
    });
  }

  async function expectNothingLost(cuts: Iterable<PowerCut>, maxDisks: number): Promise<void> {
    const replayed = new ReplayedCuts(new PowerCuts(recorded.operations), history);
    const faults: string[] = [];
    for (const cut of cuts) {
      faults.push(...(await replayed.faultsAfter(cut)));
      if (replayed.examinedDisks >= maxDisks) break;
    }
    expect(faults).toEqual([]);
  }

  function* cutsBetween(from: number, to: number): Generator<PowerCut> {
    const cuts = new PowerCuts(recorded.operations);
    const random = seededNumbers(52);
    for (let point = from; point <= to; point += 1) yield* cuts.cutsAt(point, random);
  }

  it('meets no kind of flush of which nobody has said whether it is needed', () => {
    const flushes = recorded.operations.slice(history.startedAt).filter(({ kind }) => kind === 'flush');

    const kinds = new Set(flushes.map((flush) => flushKindOf(flush, recorded.root)));

    expect([...kinds].sort()).toEqual([...neededFlushes, ...Object.keys(spareFlushes)].sort());
  });

  it.each(neededFlushes)('would lose something if no %s were flushed', async (kind) => {
    expect(await lossWithout(kind)).not.toBeUndefined();
  });

  if (isFullRun()) {
    it.each(Object.keys(spareFlushes))('would lose nothing if no %s were flushed', async (kind) => {
      expect(await lossWithout(kind)).toBeUndefined();
    });
  }

  /** What is lost when flushes of one kind do nothing: of all that they bring, or of a part, while the state is made or later. */
  async function lossWithout(kind: string): Promise<string | undefined> {
    const flushed = new PowerCuts(recorded.operations);
    const { startedAt, acknowledgedAt } = history;
    const isFlushed = (path: string, index: number): boolean =>
      index < startedAt || flushKindOf({ path }, recorded.root) !== kind;
    const cuts = new PowerCuts(recorded.operations, isFlushed);
    const replayed = new ReplayedCuts(cuts, history);
    const [first = startedAt] = acknowledgedAt;
    const pointsBefore = Array.from({ length: first - startedAt }, (_, index) => startedAt + index);
    for (const point of [...pointsBefore, ...acknowledgedAt]) {
      const usual = new Set(flushed.unflushedAt(point));
      const missed = cuts.unflushedAt(point).filter((index) => !usual.has(index));
      for (const lost of missed.length === 0 ? [] : [missed, ...missed.map((index) => [index])]) {
        const [fault] = await replayed.faultsAfter({ point, what: `no ${kind} is flushed`, lost: new Set(lost) });
        if (fault !== undefined) return fault;
      }
    }
    return undefined;
  }
});

/** Cuts right behind each acknowledgement first, then others, in a random order that is the same in every run. */
function sampled(all: readonly PowerCut[], { acknowledgedAt }: RecordedWorkspace): readonly PowerCut[] {
  const random = seededNumbers(53);
  const wholes = new Set([
    'everything is lost',
    'all but removals is lost',
    'data are lost, names are kept',
    'nothing is lost',
  ]);
  const first = all.filter(({ point, what }) => wholes.has(what) && acknowledgedAt.includes(point));
  const others = all.map((cut) => ({ cut, order: random() })).sort((a, b) => a.order - b.order);
  return [...first, ...others.map(({ cut }) => cut)];
}
