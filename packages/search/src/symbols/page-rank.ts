/**
 * Directed edges between numbered nodes; the targets of node n are `targets[starts[n]]` to `targets[starts[n + 1]]`.
 */
export interface DirectedGraph {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/** Probability that a walk follows an edge; otherwise it returns to a restart node. */
const damping = 0.85;

/** Number of rounds; afterwards ranks change by at most a thousandth of the total. */
const rounds = 40;

/**
 * PageRank with restart: the frequency of each node in a random walk that follows edges and returns to the restart
 * nodes. From nodes without edges the walk returns at once. Deterministic, and linear in nodes and edges.
 *
 * @param restart weights of the nodes to return to, each at least 0; only their shares of the sum count
 * @returns ranks that add up to 1
 */
export function pageRank({ starts, targets }: DirectedGraph, restart: Float64Array): Float64Array {
  const size = restart.length;
  const total = restart.reduce((sum, weight) => sum + weight, 0);
  const shares = restart.map((weight) => (total > 0 ? weight / total : 1 / size));
  let ranks = shares.slice();
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(size);
    let followed = 0;
    for (let node = 0; node < size; node += 1) {
      const start = starts[node] as number;
      const end = starts[node + 1] as number;
      if (end === start) continue;
      const share = (damping * (ranks[node] as number)) / (end - start);
      for (let edge = start; edge < end; edge += 1)
        next[targets[edge] as number] = (next[targets[edge] as number] as number) + share;
      followed += damping * (ranks[node] as number);
    }
    for (let node = 0; node < size; node += 1)
      next[node] = (next[node] as number) + (1 - followed) * (shares[node] as number);
    ranks = next;
  }
  return ranks;
}
