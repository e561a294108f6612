import { type ContextGatheringRequest, type TextRange, hasCursor, hasSelection } from '@lexichord/abstractions';

/**
 * Finds the range of the selected text in the document: the hinted range if it has the text, else the occurrence
 * nearest to the cursor, else the first. Line ends may differ between the selection and the document. `undefined` if
 * the document does not contain the text.
 */
export function findSelection(content: string, request: ContextGatheringRequest): TextRange | undefined {
  if (!hasSelection(request)) return undefined;
  const { selectedText, cursorPosition, hints } = request;
  const hinted = hints?.selectionRange;
  if (hinted !== undefined) {
    const there = content.slice(hinted.startOffset, hinted.endOffset);
    if (there === selectedText || withLineFeeds(there) === withLineFeeds(selectedText)) return hinted;
  }
  for (const text of spellingsOf(selectedText)) {
    const startOffset = nearestOccurrence(content, text, cursorPosition);
    if (startOffset !== undefined) return { startOffset, endOffset: startOffset + text.length };
  }
  return undefined;
}

function spellingsOf(text: string): ReadonlySet<string> {
  const lineFeeds = withLineFeeds(text);
  return new Set([text, lineFeeds, lineFeeds.replaceAll('\n', '\r\n')]);
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function nearestOccurrence(content: string, text: string, cursor: number | undefined): number | undefined {
  if (cursor === undefined) return known(content.indexOf(text));
  const before = known(content.lastIndexOf(text, cursor));
  const after = known(content.indexOf(text, cursor));
  if (before === undefined || after === undefined) return before ?? after;
  const distanceBefore = Math.max(0, cursor - (before + text.length));
  return after - cursor < distanceBefore ? after : before;
}

function known(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

/** The user's position in the document: the cursor, clamped to the end, else the start of the selection. */
export function focusOf(content: string, request: ContextGatheringRequest): number | undefined {
  if (hasCursor(request)) return Math.max(0, Math.min(request.cursorPosition, content.length));
  return findSelection(content, request)?.startOffset;
}
