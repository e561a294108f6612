/** The text of the last pack. */
export const lastPackUri = 'lexichord://pack/last';

/** The map of the repository. */
export const mapUri = 'lexichord://map';

/** The entities of the knowledge graph. */
export const glossaryUri = 'lexichord://glossary';

/** A stored conversation. Half of a surrogate pair in its id, which has no address, becomes a replacement character. */
export function conversationUri(conversationId: string): string {
  return `lexichord://conversation/${encodeURIComponent(conversationId.toWellFormed())}`;
}

/** The id of the conversation that an address ends with, or `undefined` where nothing is encoded like that. */
export function conversationIdOf(encodedId: string): string | undefined {
  try {
    return decodeURIComponent(encodedId);
  } catch {
    return undefined;
  }
}
