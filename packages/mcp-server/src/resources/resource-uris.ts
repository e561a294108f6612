/** The text of the last pack. */
export const lastPackUri = 'lexichord://pack/last';

/** The map of the repository. */
export const mapUri = 'lexichord://map';

/** The entities of the knowledge graph. */
export const glossaryUri = 'lexichord://glossary';

/** Address of a stored conversation. A lone surrogate in its id is replaced, because it cannot be encoded. */
export function conversationUri(conversationId: string): string {
  return `lexichord://conversation/${encodeURIComponent(conversationId.toWellFormed())}`;
}

/** Decodes the conversation id of an address; `undefined` for an invalid encoding. */
export function conversationIdOf(encodedId: string): string | undefined {
  try {
    return decodeURIComponent(encodedId);
  } catch {
    return undefined;
  }
}
