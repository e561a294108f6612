import type { CallOptions, ISymbolGraph, SymbolDefinition, SymbolUse, WorkspaceChange } from '@lexichord/abstractions';

import type { ChangedDefinition } from './changed-definitions.js';

/** Maximum number of uses of one definition: single uses of a widely used one say little. */
const maxUses = 8;

/** A line outside the change that uses a changed definition. */
export interface UntouchedUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Name of the used definition. */
  readonly name: string;
  readonly definition: ChangedDefinition;
}

/** Services for querying the graph. */
export interface UseLookUp extends CallOptions {
  readonly graph: ISymbolGraph;
  readonly change: WorkspaceChange;
  /** Whether a file has the indexed text; otherwise its line numbers may be wrong. */
  readonly isCurrent: (filePath: string, contentHash: string) => Promise<boolean>;
}

/** Finds unchanged code that uses definitions; nearest first for each definition. */
export async function untouchedCallers(
  definitions: readonly ChangedDefinition[],
  lookUp: UseLookUp,
): Promise<readonly UntouchedUse[]> {
  return usesOf(definitions, lookUp, async (definition) => {
    const uses = await lookUp.graph.referencesTo(definition, lookUp);
    return uses.filter(({ isTest }) => !isTest);
  });
}

/** Finds unchanged tests of the definitions and of those inside them. Definitions in test files are skipped. */
export async function untouchedTests(
  definitions: readonly ChangedDefinition[],
  lookUp: UseLookUp,
): Promise<readonly UntouchedUse[]> {
  return usesOf(definitions, lookUp, async (definition) => {
    const own = await lookUp.graph.usesOf(definition, lookUp);
    return own.some(({ isTest }) => isTest) ? [] : lookUp.graph.testsOf(definition, lookUp);
  });
}

async function usesOf(
  definitions: readonly ChangedDefinition[],
  { graph, change, isCurrent, signal }: UseLookUp,
  ask: (definition: SymbolDefinition) => Promise<readonly SymbolUse[]>,
): Promise<readonly UntouchedUse[]> {
  const isTouched = touchedLines(change);
  const found: UntouchedUse[] = [];
  for (const definition of definitions) {
    const indexed = await graph.definitionsNamed(definition.name, { signal });
    const same = indexed.find(
      ({ filePath, enclosing }) =>
        filePath === definition.filePath && enclosing.join('.') === definition.enclosing.join('.'),
    );
    const uses = same === undefined ? [] : await ask(same);
    let untouched = 0;
    for (const { filePath: path, contentHash, lines } of uses) {
      // One line per user is enough.
      const line = lines.find((one) => !isTouched(path, one));
      if (line === undefined || !(await isCurrent(path, contentHash))) continue;
      found.push({ path, line, name: definition.name, definition });
      untouched += 1;
      if (untouched === maxUses) break;
    }
  }
  return found;
}

/** Returns a test for whether a change added or modified a line, by its number after the change. */
export function touchedLines({ files }: WorkspaceChange): (path: string, line: number) => boolean {
  const byPath = new Map(files.map((file) => [file.path, file.hunks]));
  return (path, line) =>
    (byPath.get(path) ?? []).some(({ afterStart, afterCount }) => afterStart <= line && line < afterStart + afterCount);
}
