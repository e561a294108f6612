import type { CallOptions, ISemanticSearchService, ISymbolGraph, WorkspaceChange } from '@lexichord/abstractions';

import type { ChangedDefinition } from './changed-definitions.js';
import { type UntouchedUse, touchedLines } from './untouched-uses.js';

/** Maximum number of removed definitions that are searched, and of hits for each. */
const maxNames = 20;
const maxHits = 5;

/** Services for finding removed names. */
export interface RemovedLookUp extends CallOptions {
  readonly search: ISemanticSearchService;
  readonly graph: ISymbolGraph;
  readonly change: WorkspaceChange;
}

/**
 * Finds lines of code that still have the name of a removed definition. A name that is now defined elsewhere has only
 * moved, and is skipped.
 *
 * @throws {LexichordError} `no-index`; the signal's reason
 */
export async function usesOfRemoved(
  definitions: readonly ChangedDefinition[],
  { search, graph, change, signal }: RemovedLookUp,
): Promise<readonly UntouchedUse[]> {
  const isTouched = touchedLines(change);
  const found: UntouchedUse[] = [];
  const removed = definitions.filter((one) => one.change === 'removed' && one.enclosing.length === 0);
  for (const definition of removed.slice(0, maxNames)) {
    const { name } = definition;
    if ((await graph.definitionsNamed(name, { signal })).length > 0) continue;
    const { hits } = await search.search(name, { topK: maxHits, relevantOnly: 'best', prefer: 'code', signal });
    const word = new RegExp(String.raw`(?<![\p{L}\p{N}_$])${escapePattern(name)}(?![\p{L}\p{N}_$])`, 'u');
    for (const { filePath: path, startLine, content, kind } of hits) {
      if (kind === 'section') continue;
      const index = content.split('\n').findIndex((line) => word.test(line));
      const line = startLine + index;
      if (index >= 0 && !isTouched(path, line)) found.push({ path, line, name, definition });
    }
  }
  return found;
}

/** Escapes a text for a regular expression with the flag `u`, which allows no other escapes. */
export function escapePattern(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}
