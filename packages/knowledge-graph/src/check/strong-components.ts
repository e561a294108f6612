/** Edges of a directed graph: for each node from 0 the targets of its edges. */
export type Edges = readonly (readonly number[])[];

/**
 * Finds the strongly connected components of a graph (Tarjan 1972), in time linear in nodes and edges and without
 * recursion, because a chain may contain all nodes.
 *
 * @returns for each node the number of its component; the order of the numbers has no meaning
 */
export function strongComponents(edges: Edges): Int32Array {
  const search = new ComponentSearch(edges);
  for (let node = 0; node < edges.length; node += 1) search.visitFrom(node);
  return search.component;
}

const unseen = -1;

/** State of one search. */
class ComponentSearch {
  /** Component of each node, set when the component is complete. */
  readonly component: Int32Array;
  private readonly order: Int32Array;
  /** Earliest node of the stack that is reachable from a node, by order. */
  private readonly low: Int32Array;
  /** Number of a node's edges that have been followed. */
  private readonly followed: Int32Array;
  private readonly stack: number[] = [];
  private seen = 0;
  private components = 0;

  constructor(private readonly edges: Edges) {
    this.component = new Int32Array(edges.length).fill(unseen);
    this.order = new Int32Array(edges.length).fill(unseen);
    this.low = new Int32Array(edges.length);
    this.followed = new Int32Array(edges.length);
  }

  visitFrom(root: number): void {
    if (this.order[root] !== unseen) return;
    const path = [this.enter(root)];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const next = this.nextOf(node);
      if (next === undefined) {
        path.pop();
        this.leave(node, path.at(-1));
      } else if (this.order[next] === unseen) {
        path.push(this.enter(next));
      } else if (this.component[next] === unseen) {
        this.lower(node, this.order[next] ?? 0);
      }
    }
  }

  private enter(node: number): number {
    this.order[node] = this.seen;
    this.low[node] = this.seen;
    this.seen += 1;
    this.stack.push(node);
    return node;
  }

  private nextOf(node: number): number | undefined {
    const position = this.followed[node] ?? 0;
    this.followed[node] = position + 1;
    return this.edges[node]?.[position];
  }

  private leave(node: number, parent: number | undefined): void {
    const low = this.low[node] ?? 0;
    if (parent !== undefined) this.lower(parent, low);
    if (low !== this.order[node]) return;
    for (let member = this.stack.pop(); member !== undefined; member = this.stack.pop()) {
      this.component[member] = this.components;
      if (member === node) break;
    }
    this.components += 1;
  }

  private lower(node: number, low: number): void {
    this.low[node] = Math.min(this.low[node] ?? low, low);
  }
}
