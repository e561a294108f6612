import { type ContextGatheringRequest, hasCursor } from '@lexichord/abstractions';
import { findSelection } from './find-selection.js';

/** Where the user is in the document: the cursor, clamped to the end, else the start of the selection. */
export function focusOf(content: string, request: ContextGatheringRequest): number | undefined {
  if (hasCursor(request)) return Math.max(0, Math.min(request.cursorPosition, content.length));
  return findSelection(content, request)?.startOffset;
}
