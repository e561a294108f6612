import {
  type BackupSource,
  type CallOptions,
  ErrorCode,
  IClock,
  type IKnowledgeArchive,
  type KnowledgeRestoreReport,
  LexichordError,
} from '@lexichord/abstractions';
import { type BackupContents, type BackupRow, IDatabase, equals, readBackup, writeBackup } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { KnowledgeOptions } from '../knowledge-options.js';
import { headColumn, headKey } from '../store/fact-head.js';
import { type FactRow, factTable } from '../store/fact-tables.js';

const contents: BackupContents = { kind: 'knowledge', tables: [factTable] };

/** Most facts in one commit. */
const maxRowsAtOnce = 5_000;

/** The table of facts as one file, and back. */
@injectable()
export class KnowledgeArchive implements IKnowledgeArchive {
  private readonly workspace: string;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
    @inject(KnowledgeOptions) { workspace }: Pick<KnowledgeOptions, 'workspace'>,
  ) {
    this.workspace = workspace;
  }

  backUp(options: CallOptions = {}): Promise<AsyncIterable<string>> {
    return Promise.resolve(writeBackup({ kind: contents.kind, madeAtMs: this.clock.now() }, this.rows(options)));
  }

  async restore(source: BackupSource, { signal }: CallOptions = {}): Promise<KnowledgeRestoreReport> {
    const { facts, head } = await this.readThrough(source, { signal });
    const table = await this.database.table(factTable, { signal });
    const key = headKey(this.workspace);
    const stored = (await table.get([key], { signal })).get(key);
    if (stored !== undefined && stored[headColumn] === head?.[headColumn]) return { facts, isUnchanged: true };
    if (stored !== undefined) throw otherFacts();
    let rows: FactRow[] = [];
    for await (const row of this.read(source)) {
      if (row.key === key) continue;
      rows.push(row);
      if (rows.length < maxRowsAtOnce) continue;
      await table.upsert(rows, { signal });
      rows = [];
    }
    if (rows.length > 0) await table.upsert(rows, { signal });
    // Readers see the facts once the head is there.
    const onlyIf = { key, column: headColumn, value: undefined } as const;
    if (head !== undefined) await table.upsert([head], { onlyIf, signal });
    return { facts, isUnchanged: false };
  }

  private async *rows({ signal }: CallOptions): AsyncGenerator<BackupRow, void, undefined> {
    const table = await this.database.existingTable(factTable, { signal });
    if (table === undefined) return;
    for await (const rows of table.scan({ where: equals('workspace', this.workspace), signal })) {
      for (const row of rows) yield { table: factTable.name, row };
    }
  }

  /** Before anything is changed. */
  private async readThrough(
    source: BackupSource,
    { signal }: CallOptions,
  ): Promise<{ readonly facts: number; readonly head: FactRow | undefined }> {
    let facts = 0;
    let head: FactRow | undefined;
    for await (const row of this.read(source)) {
      signal?.throwIfAborted();
      if (row.key === headKey(this.workspace)) head = row;
      else facts += 1;
    }
    if (facts > 0 && head === undefined) throw badBackup('the record of its head is missing');
    return { facts, head };
  }

  private async *read(source: BackupSource): AsyncGenerator<FactRow, void, undefined> {
    for await (const { row } of readBackup(source(), contents)) {
      const fact = row as unknown as FactRow;
      if (fact.workspace !== this.workspace) throw otherWorkspace(fact.workspace, this.workspace);
      yield fact;
    }
  }
}

function otherWorkspace(theirs: string, ours: string): LexichordError {
  const name = JSON.stringify(theirs.slice(0, 100));
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The backup is of the workspace ${name}, and this one is ${JSON.stringify(ours)}. Nothing was restored: set knowledge.workspace to ${name} to restore it here.`,
    { details: { backup: theirs.slice(0, 100), workspace: ours } },
  );
}

function otherFacts(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    'This workspace has a knowledge graph, and it is not that of the backup. Nothing was restored: restore into a workspace without one.',
  );
}

function badBackup(problem: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `The backup cannot be used: ${problem}. Nothing was restored.`);
}
