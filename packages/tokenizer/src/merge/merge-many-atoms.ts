import type { ByteSource } from '../byte-source.js';
import { noToken, type RankTable } from '../ranks/rank-table.js';

/**
 * A heap entry is offset · 2³² + atom, exact in a double; so the lowest offset, which has the lowest rank, comes first,
 * and of equal ones the leftmost.
 */
const offsetFactor = 2 ** 32;

/**
 * Byte-pair merging in n·log n for pieces of any length: 100,000 equal letters take a twentieth of a second, while
 * scanning for the lowest rank each time would take minutes. Parts are a linked list of atoms; outdated heap entries
 * are recognised by their offset and skipped.
 * @param atomStarts offsets of the atoms in the piece and the piece's length; on return, those of the parts
 * @returns the number of parts
 */
export function mergeManyAtoms(
  ranks: RankTable,
  { words }: ByteSource,
  start: number,
  atomStarts: Int32Array,
  atoms: number,
): number {
  const next = new Int32Array(atoms + 1);
  const previous = new Int32Array(atoms + 1);
  for (let atom = 0; atom <= atoms; atom++) {
    next[atom] = atom + 1;
    previous[atom] = atom - 1;
  }
  const pairOffsets = new Int32Array(atoms + 1).fill(noToken);
  const heap = new MinHeap(atoms);
  const refreshPair = (atom: number): void => {
    const middle = next[atom] as number;
    if (middle === atoms) {
      pairOffsets[atom] = noToken;
      return;
    }
    const from = atomStarts[atom] as number;
    const offset = ranks.find(words, start + from, (atomStarts[next[middle] as number] as number) - from);
    pairOffsets[atom] = offset;
    if (offset !== noToken) heap.push(offset * offsetFactor + atom);
  };

  for (let atom = 0; atom < atoms; atom++) refreshPair(atom);
  while (heap.size > 0) {
    const entry = heap.pop();
    const offset = Math.floor(entry / offsetFactor);
    const atom = entry - offset * offsetFactor;
    if (pairOffsets[atom] !== offset) continue;
    const absorbed = next[atom] as number;
    const after = next[absorbed] as number;
    pairOffsets[absorbed] = noToken;
    next[atom] = after;
    previous[after] = atom;
    refreshPair(atom);
    if (atom > 0) refreshPair(previous[atom] as number);
  }

  let parts = 0;
  const length = atomStarts[atoms] as number;
  for (let atom = 0; atom < atoms; atom = next[atom] as number) atomStarts[parts++] = atomStarts[atom] as number;
  atomStarts[parts] = length;
  return parts;
}

/** A binary min-heap of numbers in one growing typed array. */
class MinHeap {
  size = 0;
  private entries: Float64Array;

  constructor(capacity: number) {
    this.entries = new Float64Array(Math.max(1, capacity));
  }

  push(value: number): void {
    if (this.size === this.entries.length) {
      const larger = new Float64Array(this.size * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    const { entries } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentValue = entries[parent] as number;
      if (parentValue <= value) break;
      entries[at] = parentValue;
      at = parent;
    }
    entries[at] = value;
  }

  /** Removes and returns the smallest value. The heap must not be empty. */
  pop(): number {
    const { entries } = this;
    const smallest = entries[0] as number;
    const size = --this.size;
    const value = entries[size] as number;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (entries[child + 1] as number) < (entries[child] as number)) child++;
      const childValue = entries[child] as number;
      if (childValue >= value) break;
      entries[at] = childValue;
      at = child;
    }
    entries[at] = value;
    return smallest;
  }
}
