import { type IDatabase, equals } from '@lexichord/storage';

import { headKey } from '../store/fact-head.js';
import { type FactRow, factTable } from '../store/fact-tables.js';

/** Every row of the facts, of all workspaces. */
export async function factRows(database: IDatabase): Promise<readonly FactRow[]> {
  const rows: FactRow[] = [];
  for await (const batch of (await database.table(factTable)).scan()) rows.push(...batch);
  return rows;
}

/** Writes a row as a writer does who makes a mistake, with its right checksum. @returns the row as it was */
export async function forgeFact(
  database: IDatabase,
  isMeant: (row: FactRow) => boolean,
  change: Partial<FactRow>,
): Promise<FactRow> {
  const row = (await factRows(database)).find(isMeant)!;
  await (await database.table(factTable)).upsert([{ ...row, ...change }]);
  return row;
}

/** Takes rows away behind the back of the head. */
export async function loseFact(database: IDatabase, isMeant: (row: FactRow) => boolean): Promise<void> {
  const table = await database.table(factTable);
  for (const { key } of (await factRows(database)).filter(isMeant)) await table.deleteWhere(equals('key', key));
}

/** Writes the head as earlier versions did, which counted nothing. */
export function withoutCounts(database: IDatabase, workspace = 'workspace'): Promise<FactRow> {
  return forgeFact(database, ({ key }) => key === headKey(workspace), { payload: '1 of-an-earlier-version' });
}
