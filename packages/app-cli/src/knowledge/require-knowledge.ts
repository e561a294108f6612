import type { ILexichordRuntime, KnowledgeCounts } from '@lexichord/abstractions';

/**
 * The tier of every `knowledge` command.
 *
 * @throws {LicenseRequiredError}
 */
export function requireKnowledge({ license }: ILexichordRuntime, command: string): void {
  license.require('WriterPro', `"lexichord knowledge ${command}"`);
}

/** Requires the tier of relationships and rules. @throws {LicenseRequiredError} */
export function requireFullKnowledge({ license }: ILexichordRuntime, command: string): void {
  license.require('Teams', `"lexichord knowledge ${command}"`);
}

/** Whether relationships and rules are shown. */
export function hasFullKnowledge({ license }: ILexichordRuntime): boolean {
  return license.allows('Teams');
}

/** Message for an empty graph. */
export const emptyGraphNote = 'The knowledge graph is empty. Fill it with "lexichord knowledge import <files>".';

/** Whether the graph has neither entities nor axioms. */
export function isEmptyGraph({ entities, axioms }: KnowledgeCounts): boolean {
  return entities === 0 && axioms === 0;
}
