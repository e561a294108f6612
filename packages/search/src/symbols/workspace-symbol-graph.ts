import 'reflect-metadata';
import {
  type CallOptions,
  type ISymbolGraph,
  type RankedDefinition,
  type SymbolDefinition,
  type SymbolLocation,
  type SymbolRankOptions,
  type SymbolUse,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { isMainCode, isTestFile } from '../ranking/file-penalties.js';
import { folderOf } from './modules/path-names.js';
import type { NodeRank, ReferenceEdge, ReferenceGraph } from './reference-graph.js';
import { ISymbolGraphSource } from './symbol-graph-source.js';

const defaultLimit = 100;

/** The symbol graph of the index. Loaded on the first request, and again after a change of the index. */
@injectable()
export class WorkspaceSymbolGraph implements ISymbolGraph {
  constructor(@inject(ISymbolGraphSource) private readonly source: ISymbolGraphSource) {}

  async definitionsOf(filePath: string, options: CallOptions = {}): Promise<readonly SymbolDefinition[]> {
    const graph = await this.source.current(options);
    return definitionsIn(graph, filePath).map((definition) => describe(graph, definition));
  }

  async definitionAt(
    { filePath, line }: SymbolLocation,
    options: CallOptions = {},
  ): Promise<SymbolDefinition | undefined> {
    const graph = await this.source.current(options);
    const around = definitionsIn(graph, filePath).filter((definition) => {
      const { startLine, endLine } = graph.table.at(definition);
      return startLine <= line && line <= endLine;
    });
    const innermost = around.at(-1);
    return innermost === undefined ? undefined : describe(graph, innermost);
  }

  async definitionsNamed(name: string, options: CallOptions = {}): Promise<readonly SymbolDefinition[]> {
    const graph = await this.source.current(options);
    return graph.table.named(name).map((definition) => describe(graph, definition));
  }

  async usesOf(definition: SymbolDefinition, options: CallOptions = {}): Promise<readonly SymbolUse[]> {
    const graph = await this.source.current(options);
    const node = numberOf(graph, definition);
    if (node === undefined) return [];
    const inside = graph.within(node);
    const edges = [...inside].flatMap((one) => graph.edgesFrom(one));
    const outside = edges.filter(({ target }) => !inside.has(target));
    return toUses(graph, outside, { from: definition.filePath, fileOf: ({ target }) => graph.fileOf(target) });
  }

  async referencesTo(definition: SymbolDefinition, options: CallOptions = {}): Promise<readonly SymbolUse[]> {
    const graph = await this.source.current(options);
    const node = numberOf(graph, definition);
    if (node === undefined) return [];
    const inside = graph.within(node);
    return usesFrom(graph, graph.edgesTo(node), { inside, filePath: definition.filePath });
  }

  async testsOf(definition: SymbolDefinition, options: CallOptions = {}): Promise<readonly SymbolUse[]> {
    const graph = await this.source.current(options);
    const node = numberOf(graph, definition);
    if (node === undefined) return [];
    const inside = graph.within(node);
    const edges = [...inside].flatMap((one) => graph.edgesTo(one));
    return usesFrom(graph, edges, { inside, filePath: definition.filePath }).filter(({ isTest }) => isTest);
  }

  async ranks({ restartAt = [], limit = defaultLimit, onlyMainCode = false, signal }: SymbolRankOptions = {}): Promise<
    readonly RankedDefinition[]
  > {
    const graph = await this.source.current({ signal });
    const ranks = graph.ranks(restartAt.length === 0 ? undefined : restartOf(graph, restartAt));
    const main = onlyMainCode ? firstInMainCode(graph, ranks, limit) : [];
    return (main.length === 0 ? ranks.slice(0, limit) : main).map(({ definition, rank }) => ({
      definition: describe(graph, definition),
      rank,
    }));
  }
}

/** @param starts paths of files, or ids of definitions */
function restartOf(graph: ReferenceGraph, starts: readonly string[]): Float64Array {
  const { table } = graph;
  const restart = new Float64Array(graph.size);
  for (const start of starts) {
    const file = table.fileByPath.get(start);
    const node = file === undefined ? table.numberOf(start) : table.size + file;
    if (node !== undefined) restart[node] = 1;
  }
  return restart;
}

function firstInMainCode(graph: ReferenceGraph, ranks: readonly NodeRank[], limit: number): readonly NodeRank[] {
  const found: NodeRank[] = [];
  for (const one of ranks) {
    if (found.length >= limit) break;
    if (isMainCode(pathOf(graph, one.definition))) found.push(one);
  }
  return found;
}

function pathOf({ table }: ReferenceGraph, definition: number): string {
  return table.files[table.fileOf[definition] as number]?.path ?? '';
}

function definitionsIn({ table }: ReferenceGraph, filePath: string): readonly number[] {
  const file = table.fileByPath.get(filePath);
  if (file === undefined) return [];
  const start = table.starts[file] as number;
  return table.symbolsOf(file).definitions.map((_, index) => start + index);
}

function describe({ table }: ReferenceGraph, definition: number): SymbolDefinition {
  const { name, kind, startLine, endLine } = table.at(definition);
  const { path: filePath, contentHash } = table.files[
    table.fileOf[definition] as number
  ] as (typeof table.files)[number];
  const enclosing: string[] = [];
  for (let at = table.parentOf(definition); at !== undefined; at = table.parentOf(at))
    enclosing.unshift(table.at(at).name);
  return { id: table.idOf(definition), filePath, name, kind, enclosing, startLine, endLine, contentHash };
}

/** The number of a definition; `undefined` if it no longer exists. */
function numberOf({ table }: ReferenceGraph, { id }: Pick<SymbolDefinition, 'id'>): number | undefined {
  return table.numberOf(id);
}

function usesFrom(
  graph: ReferenceGraph,
  edges: readonly ReferenceEdge[],
  { inside, filePath }: { readonly inside: ReadonlySet<number>; readonly filePath: string },
): readonly SymbolUse[] {
  const outside = edges.filter(({ source }) => !inside.has(source));
  return toUses(graph, outside, { from: filePath, fileOf: ({ source }) => graph.fileOf(source) });
}

/** One use for each pair of definitions: those of the same file first, then of its folder, then others. */
function toUses(
  graph: ReferenceGraph,
  edges: readonly ReferenceEdge[],
  { from, fileOf }: { readonly from: string; readonly fileOf: (edge: ReferenceEdge) => number },
): readonly SymbolUse[] {
  const merged = new Map<string, ReferenceEdge>();
  for (const edge of edges) {
    const key = `${edge.source} ${edge.target}`;
    const earlier = merged.get(key);
    const lines =
      earlier === undefined ? edge.lines : [...new Set([...earlier.lines, ...edge.lines])].sort((a, b) => a - b);
    merged.set(key, { ...edge, lines });
  }
  const distanceOf = (edge: ReferenceEdge): number => {
    const path = graph.table.files[fileOf(edge)]?.path ?? '';
    if (path === from) return 0;
    return folderOf(path) === folderOf(from) ? 1 : 2;
  };
  return [...merged.values()]
    .sort((a, b) => distanceOf(a) - distanceOf(b) || a.target - b.target || a.source - b.source)
    .map(({ source, target, lines }) => {
      const { path: filePath = '', contentHash = '' } = graph.table.files[graph.fileOf(source)] ?? {};
      return {
        target: describe(graph, target),
        ...(graph.isFile(source) ? {} : { source: describe(graph, source) }),
        ...{ filePath, contentHash, lines: lines.slice(0, 20), isTest: isTestFile(filePath) },
      };
    });
}
