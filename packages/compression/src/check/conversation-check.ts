import {
  type CallOptions,
  type CheckReport,
  type CompressedSegment,
  type ConversationSegment,
  type ICompressionStore,
  type IStateCheck,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import { CheckTally, groupBy } from '@lexichord/platform/internal';
import { IDatabase, type TableSchema, equals, oneOf } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ISegmentCompressor } from '../compress/segment-compressor.js';
import type { LogHead } from '../log/log-head.js';
import { LogReader } from '../log/log-reader.js';
import { conversationHash } from '../segment-id.js';
import { CompressionStore } from '../store/compression-store.js';
import { type LevelRow, type SegmentRow, levelTable, segmentTable } from '../store/compression-tables.js';
import { isMadeOf, toLevel } from '../store/level-rows.js';
import { OpenedTable } from '../store/opened-table.js';
import { checkSegments, compareLevels, type WrongLevel } from './check-segments.js';

/** State of one run. */
interface Run extends CallOptions {
  readonly messages: CheckTally;
  readonly segments: CheckTally;
  readonly levels: CheckTally;
  readonly reader: LogReader;
}

/** A level's row that is to be removed. */
interface UselessRow {
  readonly key: string;
  readonly problem: string;
}

/**
 * Checks that segments list stored messages, that levels belong to stored segments, and that each level by rules equals
 * a fresh compression of its segment. Levels are derived, so a repair makes wrong ones again. Wrong segments are only
 * reported.
 */
@injectable()
export class ConversationCheck implements IStateCheck {
  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(CompressionStore) private readonly store: ICompressionStore,
    @inject(ISegmentCompressor) private readonly compressor: ISegmentCompressor,
  ) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal } = options;
    const tally = (kind: string, name: string): CheckTally => new CheckTally({ kind, name }, options);
    const run: Run = {
      messages: tally('segment-messages', 'messages of closed segments'),
      segments: tally('conversation-segments', 'segments of conversations'),
      levels: tally('compressed-levels', 'compressed levels'),
      reader: new LogReader(this.database),
      signal,
    };
    const heads = (await run.reader.heads({ signal })).filter(({ state }) => state !== undefined);
    for (const head of heads) await this.checkConversation(head, run);
    await this.checkStrays(new Set(heads.map(({ conversationId }) => conversationHash(conversationId))), run);
    return [run.messages.report(), run.segments.report(), run.levels.report()];
  }

  private async checkConversation(head: LogHead, run: Run): Promise<void> {
    const { signal } = run;
    const where = equals('conversation', conversationHash(head.conversationId));
    // A level is stored after its segment, and a segment after its messages. Reading in this order gives a consistent
    // view.
    const levelRows = await new OpenedTable(this.database, levelTable).rows(where, { signal });
    const rows = await new OpenedTable(this.database, segmentTable).rows(where, { signal });
    const now = (await run.reader.head(head.conversationId, { signal })) ?? head;
    const { found, useless } = sortLevels(levelRows, new Map(rows.map((row) => [row.key, row])));
    await this.dropLevels(useless, run);
    for await (const segment of checkSegments({ head: now, rows }, run, { signal })) {
      const stored = found.get(segment.segmentId) ?? [];
      const wrong = await compareLevels({ segment, stored }, { ...run, compressor: this.compressor }, { signal });
      if (wrong.length > 0) await this.remake(segment, wrong, run);
    }
  }

  /** Reports segments and levels of conversations that no longer exist. */
  private async checkStrays(present: ReadonlySet<string>, run: Run): Promise<void> {
    const { signal } = run;
    for (const { key, conversationId } of await this.straysOf(segmentTable, present, { signal })) {
      const id = JSON.stringify(conversationId);
      const problem = `It belongs to conversation ${id}, which is not stored. Run "lexichord memory remove" with this id to remove the rest of it.`;
      run.segments.count();
      run.segments.find({ subject: key, problem, isMended: false });
    }
    const levels = await this.straysOf(levelTable, present, { signal });
    const useless = levels.map(({ key }) => ({ key, problem: 'It belongs to a conversation that is not stored.' }));
    await this.dropLevels(useless, run);
  }

  private async straysOf<Row extends { readonly conversation: string }>(
    schema: TableSchema<Row>,
    present: ReadonlySet<string>,
    { signal }: CallOptions,
  ): Promise<readonly Pick<Row, keyof Row & string>[]> {
    const table = await this.database.existingTable(schema, { signal });
    const strays: Pick<Row, keyof Row & string>[] = [];
    if (table === undefined) return strays;
    for await (const rows of table.scan({ signal })) {
      strays.push(...rows.filter(({ conversation }) => !present.has(conversation)));
    }
    return strays;
  }

  private async remake(segment: ConversationSegment, wrong: readonly WrongLevel[], run: Run): Promise<void> {
    const { levels: tally, signal } = run;
    if (tally.repairs) {
      const { levels } = await this.compressor.compress(segment, { signal });
      const wanted = new Set(wrong.map(({ level }) => level.level));
      for (const level of levels) if (wanted.has(level.level)) await this.store.putLevel(level, { signal });
    }
    for (const { level, problem } of wrong) {
      const advice = 'Run "lexichord doctor --deep --repair" to rebuild it.';
      tally.findMendable({ subject: level.segmentId, problem, done: 'It was rebuilt.', advice });
    }
  }

  /** Removes levels that are never shown. They are made again on demand. */
  private async dropLevels(useless: readonly UselessRow[], { levels, signal }: Run): Promise<void> {
    if (useless.length === 0) return;
    if (levels.repairs) {
      const table = new OpenedTable(this.database, levelTable);
      await table.delete(
        oneOf(
          'key',
          useless.map(({ key }) => key),
        ),
        { signal },
      );
    }
    const advice = 'It is not used. Run "lexichord doctor --deep --repair" to remove it.';
    for (const { key, problem } of useless) {
      levels.count();
      levels.findMendable({ subject: key, problem, done: 'It was removed.', advice });
    }
  }
}

/** Splits rows into levels by segment and useless rows: invalid ones, and those without a matching closed segment. */
function sortLevels(
  rows: readonly LevelRow[],
  segments: ReadonlyMap<string, SegmentRow>,
): { readonly found: ReadonlyMap<string, readonly CompressedSegment[]>; readonly useless: readonly UselessRow[] } {
  const useless: UselessRow[] = [];
  const found: CompressedSegment[] = [];
  for (const row of rows) {
    const stored = toLevel(row);
    const segment = stored && segments.get(stored.level.segmentId);
    if (stored === undefined) useless.push({ key: row.key, problem: 'Its record is invalid.' });
    else if (segment === undefined) useless.push({ key: row.key, problem: 'Its segment is not stored.' });
    else if (!isMadeOf(stored, segment)) {
      useless.push({ key: row.key, problem: 'It was created from messages other than those of its segment.' });
    } else found.push(stored.level);
  }
  return { found: groupBy(found, ({ segmentId }) => segmentId), useless };
}
