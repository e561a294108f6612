import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Maximum length of an id in an error message, in UTF-16 units. */
const shownUnits = 80;

/** The start of a conversation's id, for an error message. */
export function shownConversation(conversationId: string): string {
  return conversationId.slice(0, shownUnits);
}

/** @returns {LexichordError} `not-found` */
export function unknownConversation(conversationId: string): LexichordError {
  const shown = shownConversation(conversationId);
  return new LexichordError(
    ErrorCode.notFound,
    `No conversation ${JSON.stringify(shown)} is stored. "lexichord memory list" names those that are; "lexichord memory add <file> --conversation <id>" adds one.`,
    { details: { conversationId: shown } },
  );
}

/** @returns {LexichordError} `not-found` */
export function unknownSegment(segmentId: string): LexichordError {
  const shown = segmentId.slice(0, shownUnits);
  return new LexichordError(
    ErrorCode.notFound,
    `No segment ${JSON.stringify(shown)} is stored. "lexichord memory show <conversation>" lists a conversation's segments.`,
    { details: { segmentId: shown } },
  );
}
