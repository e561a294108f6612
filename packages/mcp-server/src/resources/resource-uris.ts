/** The text of the last pack. */
export const lastPackUri = 'lexichord://pack/last';

/** The map of the repository. */
export const mapUri = 'lexichord://map';

/** The entities of the knowledge graph. */
export const glossaryUri = 'lexichord://glossary';

/** A stored conversation. */
export function conversationUri(conversationId: string): string {
  return `lexichord://conversation/${encodeURIComponent(conversationId)}`;
}
