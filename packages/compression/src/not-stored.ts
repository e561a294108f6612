import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** So much of an id is repeated in a message. */
const shownUnits = 80;

/** As much of a conversation's id as an error repeats. */
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
