import { Turns } from '@lexichord/platform/internal';

import { type DirectedGraph, pageRank } from './page-rank.js';
import { ReferenceResolver } from './resolve-references.js';
import { type SymbolFile, SymbolTable } from './symbol-table.js';

/** A reference between nodes: definitions by their number, then files. */
export interface ReferenceEdge {
  readonly source: number;
  readonly target: number;
  /** 1-based. */
  readonly lines: readonly number[];
}

/** A definition with its rank, above 0 and at most 1. */
export interface NodeRank {
  readonly definition: number;
  readonly rank: number;
}

/** All references of a workspace, found from either end. */
export class ReferenceGraph {
  /** Edges by the number of their source, and by that of their target. */
  private readonly bySource: readonly (readonly ReferenceEdge[])[];
  private readonly byTarget: readonly (readonly ReferenceEdge[])[];
  private walkable: DirectedGraph | undefined;
  private central: readonly NodeRank[] | undefined;

  private constructor(
    readonly table: SymbolTable,
    edges: readonly ReferenceEdge[],
  ) {
    const nodes = table.size + table.files.length;
    this.bySource = grouped(edges, nodes, ({ source }) => source);
    this.byTarget = grouped(edges, nodes, ({ target }) => target);
  }

  /** Resolves the references of all files; yields to other tasks meanwhile. */
  static async build(files: readonly SymbolFile[], signal: AbortSignal | undefined): Promise<ReferenceGraph> {
    const table = new SymbolTable(files);
    const resolver = new ReferenceResolver(table);
    const turns = new Turns(signal);
    const edges: ReferenceEdge[] = [];
    for (let file = 0; file < table.files.length; file += 1) {
      for (const { source = table.size + file, target, lines } of resolver.referencesOf(file)) {
        edges.push({ source, target, lines });
      }
      await turns.yieldToEventLoop();
    }
    return new ReferenceGraph(table, edges);
  }

  /** Whether a node is the code of a file outside its definitions. */
  isFile(node: number): boolean {
    return node >= this.table.size;
  }

  fileOf(node: number): number {
    return this.isFile(node) ? node - this.table.size : (this.table.fileOf[node] as number);
  }

  edgesFrom(node: number): readonly ReferenceEdge[] {
    return this.bySource[node] ?? [];
  }

  edgesTo(node: number): readonly ReferenceEdge[] {
    return this.byTarget[node] ?? [];
  }

  /** A definition and all definitions in it. */
  within(definition: number): ReadonlySet<number> {
    const found = new Set([definition]);
    for (const one of found) for (const child of this.table.childrenOf(one)) found.add(child);
    return found;
  }

  /** Definitions by their rank, highest first. @param restart weights of nodes; absent: all equal */
  ranks(restart?: Float64Array): readonly NodeRank[] {
    if (restart !== undefined) return this.rank(restart);
    return (this.central ??= this.rank(new Float64Array(this.size)));
  }

  /** Number of nodes. */
  get size(): number {
    return this.table.size + this.table.files.length;
  }

  private rank(restart: Float64Array): readonly NodeRank[] {
    this.walkable ??= this.makeWalkable();
    const ranks: NodeRank[] = [];
    for (const [definition, rank] of pageRank(this.walkable, restart).subarray(0, this.table.size).entries()) {
      if (rank > 0) ranks.push({ definition, rank });
    }
    return ranks.sort((a, b) => b.rank - a.rank || a.definition - b.definition);
  }

  /**
   * Makes the graph for ranking: references, and edges from a definition to those in it and from a file to its
   * outermost ones, so that the rank of a class reaches its methods.
   */
  private makeWalkable(): DirectedGraph {
    const { table, size } = this;
    const starts = new Int32Array(size + 1);
    const targets: number[] = [];
    const outermost = table.files.map(({ symbols }, file) => {
      const start = table.starts[file] as number;
      return symbols.definitions.flatMap(({ parent }, index) => (parent === undefined ? [start + index] : []));
    });
    for (let node = 0; node < size; node += 1) {
      const found = new Set(this.edgesFrom(node).map(({ target }) => target));
      const inside = this.isFile(node) ? outermost[node - table.size] : table.childrenOf(node);
      for (const child of inside ?? []) found.add(child);
      found.delete(node);
      targets.push(...found);
      starts[node + 1] = targets.length;
    }
    return { starts, targets: Int32Array.from(targets) };
  }
}

function grouped(
  edges: readonly ReferenceEdge[],
  size: number,
  keyOf: (edge: ReferenceEdge) => number,
): readonly (readonly ReferenceEdge[])[] {
  const groups: ReferenceEdge[][] = [];
  for (const edge of edges) {
    const key = keyOf(edge);
    if (key < size) (groups[key] ??= []).push(edge);
  }
  return groups;
}
