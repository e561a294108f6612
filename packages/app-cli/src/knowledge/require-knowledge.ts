import type { ILexichordRuntime, KnowledgeCounts } from '@lexichord/abstractions';

/**
 * The tier of every `knowledge` command.
 *
 * @throws {LicenseRequiredError}
 */
export function requireKnowledge({ license }: ILexichordRuntime, command: string): void {
  license.require('WriterPro', `"lexichord knowledge ${command}"`);
}

/** The tier of what is made of relationships or rules. @throws {LicenseRequiredError} */
export function requireFullKnowledge({ license }: ILexichordRuntime, command: string): void {
  license.require('Teams', `"lexichord knowledge ${command}"`);
}

/** Whether relationships and rules are shown. */
export function hasFullKnowledge({ license }: ILexichordRuntime): boolean {
  return license.allows('Teams');
}

/** What to do when there is nothing yet. */
export const emptyGraphNote = 'The knowledge graph is empty. Fill it with "lexichord knowledge import <files>".';

/** Whether nothing was ever imported, or all of it has gone. */
export function isEmptyGraph({ entities, axioms }: KnowledgeCounts): boolean {
  return entities === 0 && axioms === 0;
}
