import type { ChunkRelation, IncludedChunk, ISymbolGraph, SymbolUse } from '@lexichord/abstractions';

import type { GraphReader } from './graph-reader.js';
import { ofDefinition, ofUse, type RelatedCode } from './related-code.js';

/** Relations of code beside a body, except for code that the body uses. */
export type FurtherRelation = Exclude<ChunkRelation['kind'], 'used-by'>;

/** Finds the code of one relation to a body, nearest first. */
type FindRelated = (body: IncludedChunk, graph: GraphReader) => Promise<readonly RelatedCode[]>;

const finders: Readonly<Record<Exclude<FurtherRelation, 'near'>, FindRelated>> = {
  'test-of': async (body, graph) =>
    usesAsCode(await ofOwners(body, graph, 'testsOf'), { kind: 'test-of', chunk: body.id }),
  'caller-of': async (body, graph) => usesAsCode(await callersOf(body, graph), { kind: 'caller-of', chunk: body.id }),
  'place-of': async (body, graph) => usesAsCode(await callersOf(body, graph), { kind: 'place-of', chunk: body.id }),
  'sibling-of': siblingsOf,
};

/** Number of ranked definitions that are examined near the bodies. */
const maxNear = 200;

/** Returns the code of one relation to the bodies, in their order. */
export async function furtherCode(
  relation: FurtherRelation,
  bodies: readonly IncludedChunk[],
  { reader, graph }: { readonly reader: GraphReader; readonly graph: ISymbolGraph },
): Promise<readonly RelatedCode[]> {
  if (relation === 'near') return nearCode(bodies, reader, graph);
  const found: RelatedCode[] = [];
  for (const body of bodies) found.push(...(await finders[relation](body, reader)));
  return found;
}

/** Uses of definitions that begin in a body, or of the definition around the body. */
async function ofOwners(
  body: IncludedChunk,
  graph: GraphReader,
  question: 'referencesTo' | 'testsOf',
): Promise<readonly SymbolUse[]> {
  const found: SymbolUse[] = [];
  for (const owner of await graph.ownersOf(body)) found.push(...(await graph[question](owner)));
  return found;
}

async function callersOf(body: IncludedChunk, graph: GraphReader): Promise<readonly SymbolUse[]> {
  return (await ofOwners(body, graph, 'referencesTo')).filter(({ isTest }) => !isTest);
}

function usesAsCode(uses: readonly SymbolUse[], because: ChunkRelation): readonly RelatedCode[] {
  return uses.map((use) => ofUse(use, because));
}

/** Definitions of the same kind that the same code uses: other commands of a table, other cases of a switch. */
async function siblingsOf(body: IncludedChunk, graph: GraphReader): Promise<readonly RelatedCode[]> {
  const owners = await graph.ownersOf(body);
  const kinds = new Set(owners.map(({ kind }) => kind));
  const ids = new Set(owners.map(({ id }) => id));
  const found: RelatedCode[] = [];
  for (const { source } of await callersOf(body, graph)) {
    if (source === undefined) continue;
    for (const { target } of await graph.usesOf(source)) {
      if (kinds.has(target.kind) && !ids.has(target.id)) {
        found.push(ofDefinition(target, { kind: 'sibling-of', chunk: body.id }));
      }
    }
  }
  return found;
}

/** Returns the most central definition of each further file, by random walks that start at the bodies. */
async function nearCode(
  bodies: readonly IncludedChunk[],
  reader: GraphReader,
  graph: ISymbolGraph,
): Promise<readonly RelatedCode[]> {
  const [best] = bodies;
  if (best === undefined) return [];
  const owners = await Promise.all(bodies.map((body) => reader.ownersOf(body)));
  const restartAt = owners.flat().map(({ id }) => id);
  const ranked = await graph.ranks({ ...reader.options, restartAt, limit: maxNear, onlyMainCode: true });
  const files = new Set(bodies.map(({ filePath }) => filePath));
  return ranked.flatMap(({ definition }) => {
    if (files.has(definition.filePath)) return [];
    files.add(definition.filePath);
    return [ofDefinition(definition, { kind: 'near', chunk: best.id })];
  });
}
