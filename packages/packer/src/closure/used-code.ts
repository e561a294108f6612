import type { ChunkRelation, IncludedChunk, SymbolDefinition } from '@lexichord/abstractions';

import type { GraphReader } from './graph-reader.js';
import { distinctCode, ofDefinition, type RelatedCode } from './related-code.js';

/** Kinds of definitions that have members. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);

/** Maximum number of steps from used code to its types: from a function to its result, from there to a field. */
const maxSteps = 2;

/** Maximum number of lines of a declaration. */
const maxDeclarationLines = 6;

/**
 * Returns the definitions that a body uses, nearest first, with the members of types that it names. Types are followed
 * through declarations, because a body names the members of a result, but not its type.
 */
export async function usedCode(body: IncludedChunk, graph: GraphReader): Promise<readonly RelatedCode[]> {
  const because: ChunkRelation = { kind: 'used-by', chunk: body.id };
  const names: ReadonlySet<string> = new Set(body.content.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const found: RelatedCode[] = [];
  const seen = new Set<string>();
  const add = async (definition: SymbolDefinition): Promise<void> => {
    seen.add(definition.id);
    found.push(ofDefinition(definition, because, await namedMembers(definition, names, graph)));
  };

  for (const type of await typesAround(body, graph)) await add(type);
  const targets = (await graph.usesIn(body)).map(({ target }) => target);
  for (const target of targets) await add((await holderOf(target, graph)) ?? target);
  let reached: readonly SymbolDefinition[] = targets;
  for (let step = 0; step < maxSteps && reached.length > 0; step += 1) {
    const types = await typesInDeclarations(reached, { seen, names, graph });
    for (const type of types) await add(type);
    reached = types;
  }
  return distinctCode(found);
}

/** Types that contain the beginning of a body. */
async function typesAround(body: IncludedChunk, graph: GraphReader): Promise<readonly SymbolDefinition[]> {
  return (await graph.definitionsOf(body.filePath)).filter(
    ({ kind, startLine, endLine }) => typeKinds.has(kind) && startLine < body.startLine && body.startLine <= endLine,
  );
}

/** Returns the type of a field. */
async function holderOf(
  { kind, enclosing, filePath, startLine }: SymbolDefinition,
  graph: GraphReader,
): Promise<SymbolDefinition | undefined> {
  if (kind !== 'variable' || enclosing.length === 0) return undefined;
  return (await graph.definitionsOf(filePath)).findLast(
    (one) =>
      typeKinds.has(one.kind) &&
      one.name === enclosing.at(-1) &&
      one.startLine <= startLine &&
      startLine <= one.endLine,
  );
}

/** Members of a type that the body names. */
async function namedMembers(
  type: SymbolDefinition,
  names: ReadonlySet<string>,
  graph: GraphReader,
): Promise<readonly SymbolDefinition[]> {
  if (!typeKinds.has(type.kind)) return [];
  const path = [...type.enclosing, type.name].join('\n');
  return (await graph.definitionsOf(type.filePath)).filter(
    ({ enclosing, startLine, name }) =>
      names.has(name) && enclosing.join('\n') === path && type.startLine <= startLine && startLine <= type.endLine,
  );
}

/** Types with members that the body names, from the declarations of definitions and of their named members. */
async function typesInDeclarations(
  definitions: readonly SymbolDefinition[],
  {
    seen,
    names,
    graph,
  }: { readonly seen: ReadonlySet<string>; readonly names: ReadonlySet<string>; readonly graph: GraphReader },
): Promise<readonly SymbolDefinition[]> {
  const types = new Map<string, SymbolDefinition>();
  for (const definition of definitions) {
    for (const { filePath, startLine, endLine } of [definition, ...(await namedMembers(definition, names, graph))]) {
      const declaration = { filePath, startLine, endLine: Math.min(endLine, startLine + maxDeclarationLines - 1) };
      for (const { target } of await graph.usesIn(declaration)) {
        if (!typeKinds.has(target.kind) || seen.has(target.id)) continue;
        if ((await namedMembers(target, names, graph)).length > 0) types.set(target.id, target);
      }
    }
  }
  return [...types.values()];
}
