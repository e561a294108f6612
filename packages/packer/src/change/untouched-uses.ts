import type { CallOptions, ISymbolGraph, SymbolDefinition, SymbolUse, WorkspaceChange } from '@lexichord/abstractions';

import type { ChangedDefinition } from './changed-definitions.js';

/** Uses of one definition at most: what is used everywhere says little by each use. */
const maxUses = 8;

/** A line outside the change that uses a changed definition. */
export interface UntouchedUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Name of the definition that is used. */
  readonly name: string;
  readonly definition: ChangedDefinition;
}

/** Services for asking the graph. */
export interface UseLookUp extends CallOptions {
  readonly graph: ISymbolGraph;
  readonly change: WorkspaceChange;
  /** Whether a file has the text that was indexed; lines of any other text may be others. */
  readonly isCurrent: (filePath: string, contentHash: string) => Promise<boolean>;
}

/** Code that uses definitions, and that the change leaves as it is; nearest first for each definition. */
export async function untouchedCallers(
  definitions: readonly ChangedDefinition[],
  lookUp: UseLookUp,
): Promise<readonly UntouchedUse[]> {
  return usesOf(definitions, lookUp, async (definition) => {
    const uses = await lookUp.graph.referencesTo(definition, lookUp);
    return uses.filter(({ isTest }) => !isTest);
  });
}

/** The same for tests of the definitions, and of those in them. What a test file defines is not tested itself. */
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
      // One place of each user is enough.
      const line = lines.find((one) => !isTouched(path, one));
      if (line === undefined || !(await isCurrent(path, contentHash))) continue;
      found.push({ path, line, name: definition.name, definition });
      untouched += 1;
      if (untouched === maxUses) break;
    }
  }
  return found;
}

/** Whether a line after the change is one that it changed. */
export function touchedLines({ files }: WorkspaceChange): (path: string, line: number) => boolean {
  const byPath = new Map(files.map((file) => [file.path, file.hunks]));
  return (path, line) =>
    (byPath.get(path) ?? []).some(({ afterStart, afterCount }) => afterStart <= line && line < afterStart + afterCount);
}
