import type { CallOptions } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';
import type { BackupContents, BackupRow } from '@lexichord/storage/internal';

import { FactCounter, damagedFacts } from '../store/fact-counter.js';
import { isHead, toHead } from '../store/fact-head.js';
import { toBatch } from '../store/fact-rows.js';
import { factTable } from '../store/fact-tables.js';

export const backupContents: BackupContents = { kind: 'knowledge', tables: [factTable] };

/**
 * Every row of a workspace. Reads the table without a condition, so that each row is verified.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, at the end when rows are missing
 */
export async function* backUpFacts(
  { database, workspace }: { readonly database: IDatabase; readonly workspace: string },
  { signal }: CallOptions,
): AsyncGenerator<BackupRow, void, undefined> {
  const table = await database.existingTable(factTable, { signal });
  if (table === undefined) return;
  const counter = new FactCounter();
  for await (const rows of table.scan({ signal })) {
    for (const row of rows) {
      if (row.workspace !== workspace) continue;
      const batch = toBatch([row]);
      if (isHead(batch, 0)) counter.addHead(toHead(batch, 0));
      else counter.addStatement({ isCurrent: row.validUntilMs === undefined });
      yield { table: factTable.name, row };
    }
  }
  const problem = counter.problem({ isWhole: true });
  if (problem !== undefined) throw damagedFacts(problem);
}
