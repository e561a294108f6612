import { type LogState, emptyState } from '../log/log-head.js';
import { RecordWriter, freeId } from '../log/plan-append.js';
import type { LogRow } from '../store/compression-tables.js';

/** The surviving records of a conversation. */
export interface DamagedConversation {
  readonly conversationId: string;
  readonly life: number;
  /** State in the head, possibly of an earlier commit; empty if the head is lost. */
  readonly state: LogState;
  /** Records of this life, in order, without the head. */
  readonly records: readonly LogRow[];
}

/** The rows and the state that make a conversation consistent. */
export interface MendingPlan {
  /** All records, in order. Surviving records are unchanged under the same id. */
  readonly rows: readonly LogRow[];
  readonly state: LogState;
  /** Indexes of lost messages, from 0. */
  readonly lostMessages: readonly number[];
  /** Whether the hash chain has changed, so that heads that were reported earlier no longer verify. */
  readonly hasNewChain: boolean;
}

/** Placeholder of a lost message. It preserves the indexes of all other messages, and therefore the segments. */
const lostText = JSON.stringify({
  role: 'system',
  content: '[This message was lost: the file that held it was damaged.]',
});

/**
 * Replaces each lost message by a placeholder, and computes the hash chain again.
 *
 * @returns `undefined` if nothing is damaged, or if the records contradict their head: tampered records are not made to
 * look intact
 */
export function planMending({ conversationId, life, state, records }: DamagedConversation): MendingPlan | undefined {
  const present = new Map(records.map((row) => [row.record, row]));
  const writer = new RecordWriter({ conversationId, life, state: emptyState(conversationId) });
  const count = Math.max(state.records, (records.at(-1)?.record ?? -1) + 1);
  const takenIds = new Set(records.map(({ id }) => id));
  const lostMessages: number[] = [];
  let hashAtHead = state.records === 0 ? state.hash : undefined;
  for (let record = 0; record < count; record += 1) {
    const row = present.get(record);
    if (row === undefined) {
      const messagesToCome = messagesBehind(record, { present, count, state }) - writer.messages;
      if (messagesToCome <= 0) writer.add({ kind: 'end', id: '', before: '', text: '' });
      else {
        lostMessages.push(writer.messages);
        writer.addMessage({ kind: 'plain', before: '', text: lostText }, freeId(writer.messages, takenIds));
      }
    } else if (row.kind === 'end') writer.add({ kind: 'end', id: '', before: row.before, text: '' });
    else
      writer.addMessage(
        { kind: row.kind === 'plain' ? 'plain' : 'message', before: row.before, text: row.text },
        row.id,
      );
    if (record + 1 === state.records) hashAtHead = writer.state(state.changedMs).hash;
  }
  const mended = writer.state(state.changedMs);
  const isExtension = hashAtHead === state.hash;
  const isWhole = isExtension && mended.records === state.records;
  const isContradicted = !isExtension && lostMessages.length === 0 && records.length === count;
  if (isWhole || isContradicted) return undefined;
  return { rows: writer.rows, state: mended, lostMessages, hasNewChain: !isExtension };
}

/** Number of messages before the next surviving record. */
function messagesBehind(
  record: number,
  { present, count, state }: { present: ReadonlyMap<number, LogRow>; count: number; state: LogState },
): number {
  for (let next = record + 1; next < count; next += 1) {
    const row = present.get(next);
    if (row !== undefined) return row.index;
  }
  return state.messages;
}
