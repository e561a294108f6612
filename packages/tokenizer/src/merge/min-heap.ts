/** A binary min-heap of numbers in one growing typed array. */
export class MinHeap {
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

  /** Takes the smallest value out. The heap must not be empty. */
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
