import type { ISymbolGraph } from '@lexichord/abstractions';
import { type IncludedChunk, type LineRange, type SymbolDefinition } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { CompilerReference } from './compiler-references.js';

/** A name that a body uses, and the places that define it, of which one is enough. */
export interface UsedName {
  readonly name: string;
  /** The same for all uses of a definition. */
  readonly key: string;
  readonly isMember: boolean;
  readonly places: readonly DefiningPlace[];
}

/** The lines among which the name of a definition is. */
export interface DefiningPlace extends LineRange {
  readonly filePath: string;
}

/** Lines of a file. */
type Body = Pick<IncludedChunk, 'filePath' | 'startLine' | 'endLine'>;

/** Names that a body uses and does not define. */
export type UsesOf = (body: Body) => Promise<readonly UsedName[]> | readonly UsedName[];

/** The name of a definition is in one of its first lines: those before have decorators and comments. */
const maxLinesToName = 8;

/** Uses that the TypeScript compiler finds; of files that it does not read, nothing. */
export function usesByCompiler(references: readonly CompilerReference[]): UsesOf {
  const byFile = groupBy(
    references.filter(({ scope }) => scope !== 'local'),
    ({ filePath }) => filePath,
  );
  return (body) => {
    const inside = (byFile.get(body.filePath) ?? []).filter(({ usedAt }) => holds(body, usedAt));
    // A name has several definitions where a function has overloads, or an interface is in pieces.
    const names = groupBy(inside, ({ name, usedAt }) => `${usedAt} ${name}`);
    const used = [...names.values()].flatMap((found): UsedName[] => {
      const [first] = found;
      const isOwn = found.some(({ definedIn, line }) => definedIn === body.filePath && holds(body, line));
      if (first === undefined || isOwn) return [];
      const places = found.map(({ definedIn, line }) => ({ filePath: definedIn, startLine: line, endLine: line }));
      const key = [...new Set(places.map(({ filePath, startLine }) => `${filePath}:${startLine}`))].sort().join(' ');
      return [{ name: first.name, key: `${first.name} ${key}`, isMember: first.scope === 'member', places }];
    });
    return distinct(used);
  };
}

/** Uses that the symbol graph knows, in every language that the index reads. */
export function usesByGraph(graph: ISymbolGraph): UsesOf {
  return async (body) => {
    const outermost = (await graph.definitionsOf(body.filePath)).filter(
      ({ enclosing, startLine, endLine }) =>
        enclosing.length === 0 && startLine <= body.endLine && body.startLine <= endLine,
    );
    const used: UsedName[] = [];
    for (const definition of outermost) {
      for (const { target, lines } of await graph.usesOf(definition)) {
        const isOwn = target.filePath === body.filePath && holds(body, target.startLine);
        if (isOwn || !lines.some((line) => holds(body, line))) continue;
        const { name, id: key, enclosing } = target;
        used.push({ name, key, isMember: enclosing.length > 0, places: [placeOf(target)] });
      }
    }
    return distinct(used);
  };
}

/** Whether the text has the name where it is defined: in a body, or in a signature. */
export function isPresent({ name, places }: UsedName, included: readonly IncludedChunk[]): boolean {
  return places.some(({ filePath, startLine, endLine }) =>
    included.some(
      (chunk) =>
        chunk.filePath === filePath &&
        chunk.startLine <= endLine &&
        startLine <= chunk.endLine &&
        chunk.content.includes(name),
    ),
  );
}

function placeOf({ filePath, startLine, endLine }: SymbolDefinition): DefiningPlace {
  return { filePath, startLine, endLine: Math.min(endLine, startLine + maxLinesToName - 1) };
}

function holds({ startLine, endLine }: LineRange, line: number): boolean {
  return startLine <= line && line <= endLine;
}

function distinct(names: readonly UsedName[]): readonly UsedName[] {
  return [...new Map(names.map((name) => [name.key, name])).values()];
}
