import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { DiskOperation, PowerCut, PowerCuts } from '@lexichord/testing';

import type { RecordedWorkspace } from './recorded-workspace.js';
import { aFolder } from './run-command.js';
import { type FoundState, type StoredState, findStoredState } from './stored-state.js';

const kinds = ['conversation', 'facts', 'disabled'] as const satisfies readonly (keyof StoredState)[];

/** Rebuilds the disk that power cuts leave, and sees whether everything is there that was acknowledged by then. */
export class ReplayedCuts {
  /** Examined disks: each once for each number of acknowledged commands. */
  private readonly examined = new Set<string>();
  private readonly acknowledged = new Map<number, Promise<FoundState>>();
  private readonly scratch = aFolder();
  private disks = 0;

  constructor(
    private readonly cuts: PowerCuts,
    private readonly history: RecordedWorkspace,
  ) {}

  /** How many different disks were looked at. */
  get examinedDisks(): number {
    return this.examined.size;
  }

  /**
   * @returns what is wrong behind a cut, in a line for each fault; empty when nothing is, or the same disk was looked at
   */
  async faultsAfter(cut: PowerCut): Promise<readonly string[]> {
    const done = this.history.acknowledgedAt.filter((point) => point <= cut.point).length;
    const identity = `${done} ${this.cuts.diskAfter(cut).hash()}`;
    if (this.examined.has(identity)) return [];
    this.examined.add(identity);
    let faults = await this.faultsOf(await this.open(cut), done);
    if (faults.length > 0 && faults.every(isOfDerivedTable)) {
      // Nobody waits for its flushes; a repair drops it, and must leave the others as they are.
      faults = await this.faultsOf(await this.open(cut, { repairs: true }), done);
    }
    return faults.map((fault) => `after ${cut.point} operations, when ${cut.what}: ${fault}`);
  }

  private async faultsOf(found: FoundState, done: number): Promise<readonly string[]> {
    const allowed = [await this.stateAfter(done), await this.stateAfter(done + 1)];
    const lost = kinds.filter((kind) => !allowed.some((state) => isSame(state[kind], found[kind])));
    return [...lost.map((kind) => `${kind}: not what was acknowledged`), ...found.problems];
  }

  /** State when so many commands were acknowledged and all their effects are on the disk. */
  async stateAfter(commands: number): Promise<FoundState> {
    const { acknowledgedAt, startedAt } = this.history;
    const count = Math.min(commands, acknowledgedAt.length);
    const point = count === 0 ? startedAt : (acknowledgedAt[count - 1] ?? 0);
    const cached = this.acknowledged.get(count) ?? this.open({ point, lost: new Set() });
    this.acknowledged.set(count, cached);
    return cached;
  }

  private async open(cut: Pick<PowerCut, 'point' | 'lost'>, options?: { repairs: boolean }): Promise<FoundState> {
    const disk = join(this.scratch, String(this.disks++));
    mkdirSync(disk);
    this.cuts.diskAfter(cut).writeTo(disk);
    try {
      return await findStoredState(disk, options);
    } finally {
      rmSync(disk, { recursive: true, force: true });
    }
  }
}

function isOfDerivedTable(fault: string): boolean {
  return fault.startsWith('table knowledge-vectors: ');
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Kinds of flushes by their path on the disk; the first match holds. */
const flushKinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['record of the state', /^home\/.*\/origins\/.+/u],
  ['folder of the records', /^home\/.*\/origins$/u],
  ['folders above the records', /^home/u],
  ['origin', /^workspace\/\.lexichord\.new-\w+\/origin$/u],
  ['folder of the origin', /^workspace\/\.lexichord\.new-\w+$/u],
  ['switches of the strategies', /\/state\.json\..+/u],
  ['data', /\/data\/.+/u],
  ['folder of data', /\/data$/u],
  ['deletions', /\/_deletions\/.+/u],
  ['folder of deletions', /\/_deletions$/u],
  ['transaction', /\/_transactions\/.+/u],
  ['folder of transactions', /\/_transactions$/u],
  ['version hint', /\/_versions\/latest_version_hint\.json$/u],
  ['manifest', /\/_versions\/.+/u],
  ['folder of manifests', /\/_versions$/u],
  ['folder of a table', /\.lance$/u],
  ['folder of the tables', /\/db$/u],
  ['folder of the state', /^workspace\/\.lexichord$/u],
  ['workspace', /^workspace$/u],
  ['folder above the workspace', /^$/u],
];

/** Kind of a flush. A path of no kind stands for itself. */
export function flushKindOf({ path }: Pick<DiskOperation, 'path'>, root: string): string {
  const relative = path.slice(root.length + 1);
  return flushKinds.find(([, pattern]) => pattern.test(relative))?.[0] ?? relative;
}
