/** Indexes by score, the highest first, of equal ones the lowest index first. */
export class ScoreHeap {
  private readonly indexes: number[] = [];
  private readonly scores: number[] = [];

  /** Below every score when nothing is left. */
  get topScore(): number {
    return this.scores[0] ?? Number.NEGATIVE_INFINITY;
  }

  push(index: number, score: number): void {
    let at = this.indexes.length;
    this.set(at, index, score);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): number | undefined {
    const top = this.indexes[0];
    const lastIndex = this.indexes.pop();
    const lastScore = this.scores.pop();
    if (lastIndex === undefined || lastScore === undefined || this.indexes.length === 0) return top;
    this.set(0, lastIndex, lastScore);
    this.sink();
    return top;
  }

  clear(): void {
    this.indexes.length = 0;
    this.scores.length = 0;
  }

  private sink(): void {
    for (let at = 0; ;) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.indexes.length && this.isBefore(child, first)) first = child;
      }
      if (first === at) return;
      this.swap(at, first);
      at = first;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const difference = (this.scores[a] ?? 0) - (this.scores[b] ?? 0);
    return difference === 0 ? (this.indexes[a] ?? 0) < (this.indexes[b] ?? 0) : difference > 0;
  }

  private swap(a: number, b: number): void {
    const index = this.indexes[a] ?? 0;
    const score = this.scores[a] ?? 0;
    this.set(a, this.indexes[b] ?? 0, this.scores[b] ?? 0);
    this.set(b, index, score);
  }

  private set(at: number, index: number, score: number): void {
    this.indexes[at] = index;
    this.scores[at] = score;
  }
}
