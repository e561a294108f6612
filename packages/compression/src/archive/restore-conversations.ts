import {
  type BackupSource,
  type CallOptions,
  ErrorCode,
  LexichordError,
  type RestoreReport,
} from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';
import { readBackup } from '@lexichord/storage/internal';

import { ChainWalk } from '../log/chain-walk.js';
import { type LogHead, headKey, headKind, toHead } from '../log/log-head.js';
import type { LogReader } from '../log/log-reader.js';
import { verifyLog } from '../log/verify-log.js';
import { type LogRow, type SegmentRow, segmentTable } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { backupContents } from './back-up-conversations.js';

/** Maximum number of a conversation's records in one commit. */
const maxRowsAtOnce = 2_000;

/** The database that conversations are restored to. */
export interface RestoreTarget {
  readonly reader: LogReader;
  readonly database: IDatabase;
}

/** See `IConversationArchive.restore`. */
export async function restoreConversations(
  source: BackupSource,
  { reader, database }: RestoreTarget,
  options: CallOptions,
): Promise<RestoreReport> {
  database.requireWritable('restore conversations');
  const { missing, unchanged } = await compareWithStored(source, reader, options);
  const segments = new OpenedTable(database, segmentTable);
  let writer: ConversationWriter | undefined;
  for await (const { table, row } of readBackup(source(), backupContents)) {
    options.signal?.throwIfAborted();
    if (table === segmentTable.name) {
      writer?.addSegment(row as unknown as SegmentRow);
      continue;
    }
    const logged = row as unknown as LogRow;
    if (logged.kind === headKind) {
      await writer?.finish(options);
      const life = missing.get(logged.id);
      writer = life === undefined ? undefined : new ConversationWriter({ reader, segments }, { head: logged, life });
    } else await writer?.addRecord(logged, options);
  }
  await writer?.finish(options);
  return { restored: [...missing.keys()], unchanged };
}

interface Comparison {
  /** Conversations that are not stored, with the life that each gets. */
  readonly missing: ReadonlyMap<string, number>;
  readonly unchanged: readonly string[];
}

/** Reads the whole backup, computes every chain, and compares them with the stored conversations. */
async function compareWithStored(source: BackupSource, reader: LogReader, options: CallOptions): Promise<Comparison> {
  const missing = new Map<string, number>();
  const [unchanged, others]: [string[], string[]] = [[], []];
  let walk: { readonly conversationId: string; readonly chain: ChainWalk } | undefined;
  const finishWalk = (): void => {
    const problem = walk?.chain.finish(undefined);
    if (walk !== undefined && problem !== undefined) throw brokenChain(walk.conversationId, problem);
  };
  for await (const { table, row } of readBackup(source(), backupContents)) {
    options.signal?.throwIfAborted();
    const logged = row as unknown as LogRow;
    if (table === segmentTable.name) continue;
    if (logged.kind !== headKind) {
      walk?.chain.add(logged);
      continue;
    }
    finishWalk();
    const head = toHead(logged);
    const { conversationId } = head;
    walk = { conversationId, chain: new ChainWalk(conversationId, { head }) };
    const stored = await reader.head(conversationId, options);
    if (stored?.state === undefined) missing.set(conversationId, (stored?.life ?? 0) + 1);
    else if (await hasAllOf(head, stored, reader, options)) unchanged.push(conversationId);
    else others.push(conversationId);
  }
  finishWalk();
  if (others.length > 0) throw storedOtherwise(others);
  return { missing, unchanged };
}

/** Whether the stored conversation is that of the backup, or a longer version of it. */
async function hasAllOf(
  { conversationId, state }: LogHead,
  stored: LogHead,
  reader: LogReader,
  options: CallOptions,
): Promise<boolean> {
  if (stored.conversationId !== conversationId) return false;
  if (stored.state?.hash === state?.hash) return true;
  return (await verifyLog(reader, { conversationId, given: state?.hash ?? '' }, options)).isIntact;
}

/** Writes one conversation; its head last, so that readers see all of it or nothing. */
class ConversationWriter {
  private records: LogRow[] = [];
  private readonly segmentRows: SegmentRow[] = [];

  constructor(
    private readonly tables: { readonly reader: LogReader; readonly segments: OpenedTable<SegmentRow> },
    private readonly conversation: { readonly head: LogRow; readonly life: number },
  ) {}

  async addRecord(row: LogRow, options: CallOptions): Promise<void> {
    this.records.push({ ...row, life: this.conversation.life });
    if (this.records.length >= maxRowsAtOnce) await this.writeRecords(options);
  }

  addSegment(row: SegmentRow): void {
    this.segmentRows.push({ ...row, life: this.conversation.life });
  }

  async finish({ signal }: CallOptions): Promise<void> {
    const { head, life } = this.conversation;
    const { reader, segments } = this.tables;
    await this.writeRecords({ signal });
    if (this.segmentRows.length > 0) {
      await segments.write({ signal }, (table) => table.upsert(this.segmentRows, { signal }));
    }
    const stored = await reader.head(head.id, { signal });
    const onlyIf = { key: headKey(head.id), column: 'text', value: stored?.text } as const;
    await reader.table.write({ signal }, (table) => table.upsert([{ ...head, life }], { onlyIf, signal }));
  }

  private async writeRecords({ signal }: CallOptions): Promise<void> {
    const { records } = this;
    if (records.length === 0) return;
    this.records = [];
    await this.tables.reader.table.write({ signal }, (table) => table.upsert(records, { signal }));
  }
}

function brokenChain(conversationId: string, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The conversation ${JSON.stringify(conversationId)} of the backup was changed or is damaged: ${problem} Nothing was restored.`,
    { details: { conversationId, problem } },
  );
}

function storedOtherwise(conversationIds: readonly string[]): LexichordError {
  const names = conversationIds.map((id) => JSON.stringify(id)).join(', ');
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The backup has conversations whose stored messages differ: ${names}. Nothing was restored. Export or remove those first, or restore into another workspace.`,
    { details: { conversationIds } },
  );
}
