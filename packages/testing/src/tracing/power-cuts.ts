import { DiskModel } from './disk-model.js';
import { type DataOperation, type DiskOperation, nodesToFlush } from './disk-operation.js';

/** A power cut after so many operations, with what it undoes of them. */
export interface PowerCut {
  readonly point: number;
  /** For a message. */
  readonly what: string;
  /** Indexes of operations that do not reach the disk. */
  readonly lost: ReadonlySet<number>;
}

/** A rule for what a cut undoes, given what was not flushed. */
interface LossRule {
  readonly what: string;
  readonly lose: (unflushed: readonly number[]) => readonly number[];
}

const subsetsPerPoint = 20;

/**
 * Every power cut that a recording might have met. Of a disk the worst is assumed: what was written to a file is there for
 * certain once that file was flushed, and a name, or its end, once its folder was; until then each operation may have
 * reached the disk, or not, whatever happened to the others. A rename has happened, or has not.
 */
export class PowerCuts {
  /** By operation: after how many operations it is on the disk. */
  private readonly flushedAt: readonly number[];

  /**
   * @param isFlushed whether a flush does what it should, given its path and its index; for finding out what would be lost
   * without it
   */
  constructor(
    private readonly operations: readonly DiskOperation[],
    isFlushed: (path: string, index: number) => boolean = () => true,
  ) {
    this.flushedAt = findFlushes(operations, isFlushed);
  }

  /** After so many operations: which of them are not on the disk for certain. */
  unflushedAt(point: number): readonly number[] {
    const unflushed: number[] = [];
    for (let index = 0; index < point; index += 1) if ((this.flushedAt[index] ?? 0) > point) unflushed.push(index);
    return unflushed;
  }

  /**
   * After so many operations: everything lost that was not flushed; the same, but what was removed stays so; the data of
   * files lost and their names kept; each operation lost alone; and subsets of them.
   *
   * @param random from 0 up to, not including, 1
   */
  *cutsAt(point: number, random: () => number): Generator<PowerCut> {
    const unflushed = this.unflushedAt(point);
    if (unflushed.length === 0) {
      yield { point, what: 'nothing is lost', lost: new Set() };
      return;
    }
    for (const { what, lose } of this.rules(unflushed, random)) yield { point, what, lost: new Set(lose(unflushed)) };
  }

  /** The disk that a cut leaves. */
  diskAfter({ point, lost }: Pick<PowerCut, 'point' | 'lost'>): DiskModel {
    const model = DiskModel.empty();
    for (const [index, operation] of this.operations.slice(0, point).entries()) {
      if (operation.kind !== 'flush' && !lost.has(index)) model.apply(operation);
    }
    return model;
  }

  private *rules(unflushed: readonly number[], random: () => number): Generator<LossRule> {
    const isData = (index: number): boolean => isDataOperation(this.operations[index]);
    const isRemoval = (index: number): boolean => this.operations[index]?.kind === 'remove';
    yield { what: 'everything is lost', lose: (all) => all };
    yield { what: 'all but removals is lost', lose: (all) => all.filter((index) => !isRemoval(index)) };
    yield { what: 'data are lost, names are kept', lose: (all) => all.filter(isData) };
    for (const index of unflushed) yield { what: `operation ${index} is lost`, lose: () => [index] };
    for (let number = 1; number <= subsetsPerPoint; number += 1) {
      const share = random();
      yield { what: `subset ${number} is lost`, lose: (all) => all.filter(() => random() < share) };
    }
  }
}

/** `Infinity` for what is never flushed. Flushes themselves are none of it. */
function findFlushes(
  operations: readonly DiskOperation[],
  isFlushed: (path: string, index: number) => boolean,
): readonly number[] {
  const flushes = new Map<number, { readonly at: number; readonly covers: number }[]>();
  for (const [index, operation] of operations.entries()) {
    if (operation.kind !== 'flush' || !isFlushed(operation.path, index)) continue;
    const ofNode = flushes.get(operation.node) ?? [];
    ofNode.push({ at: index + 1, covers: operation.covers });
    flushes.set(operation.node, ofNode);
  }
  return operations.map((operation, index) => {
    if (operation.kind === 'flush') return 0;
    const first = (node: number): number => flushes.get(node)?.find(({ covers }) => covers > index)?.at ?? Infinity;
    return Math.max(...nodesToFlush(operation).map(first));
  });
}

function isDataOperation(operation: DiskOperation | undefined): operation is DataOperation {
  return operation?.kind === 'write' || operation?.kind === 'truncate';
}
