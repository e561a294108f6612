import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { shownConversation } from '../not-stored.js';
import { type SegmentRow, segmentTable } from './compression-tables.js';

/** What tells whether a row of a segment is missing. */
type Numbered = Pick<SegmentRow, 'number' | 'messageCount'>;

/**
 * The closed segments of a conversation, by number, without the row of their head, which says how many there are: a row whose
 * conversation was damaged is not among what is found, and nobody compares its checksum.
 *
 * @param rows all that were found, with the head, in any order
 * @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing
 */
export function wholeSegments<Row extends Numbered>(conversationId: string, rows: readonly Row[]): readonly Row[] {
  const closed = rows.filter(({ number }) => number > 0).sort((a, b) => a.number - b.number);
  const count = rows.find(({ number }) => number === 0)?.messageCount ?? 0;
  const gap = closed.findIndex(({ number }, index) => number !== index + 1);
  if (gap < 0 && closed.length === count) return closed;
  const first = gap < 0 ? Math.min(closed.length, count) : gap;
  const shown = shownConversation(conversationId);
  throw new LexichordError(
    ErrorCode.storageFailed,
    `The segments of conversation ${JSON.stringify(shown)} are no longer what was stored: what is kept of segment ${first + 1}, or of how many there are, is missing. The file that held it was changed or damaged. "lexichord doctor" says what is affected; "lexichord doctor --repair" gives back what is whole.`,
    { details: { table: segmentTable.name, conversationId: shown, fault: 'altered' } },
  );
}
