import type { CallOptions } from '@lexichord/abstractions';
import type { CheckTally } from '@lexichord/platform';
import { type ColumnBatch, type IDatabase, equals } from '@lexichord/storage';

import { axiomIdOf, entityIdOf, relationshipIdOf } from '../graph/fact-ids.js';
import { headKey, isHead } from '../store/fact-head.js';
import { RowWriter, StatementReader, statementColumns } from '../store/fact-rows.js';
import { type FactRow, factTable } from '../store/fact-tables.js';
import type { Statement, StatementOf } from '../store/statement.js';

/** Where facts are counted. */
export interface FactTallies {
  readonly facts: CheckTally;
  readonly relationships: CheckTally;
}

const remedy = 'Import its document again, or restore the knowledge graph from a backup.';

/**
 * Whether every fact of a workspace that is or was known can be read, stands where it has to, and whether both ends of each relationship
 * are there: of one that holds among the entities that hold, of an earlier one among all that there were.
 */
export async function checkFacts(
  { database, workspace }: { readonly database: IDatabase; readonly workspace: string },
  tallies: FactTallies,
  { signal }: CallOptions,
): Promise<void> {
  const table = await database.existingTable(factTable, { signal });
  if (table === undefined) return;
  const { facts, relationships: ends } = tallies;
  const reader = new StatementReader();
  const writer = new RowWriter(workspace);
  const [current, ever] = [new Set<string>(), new Set<string>()];
  const relationships: StatementOf<'relationship'>[] = [];
  let hasHead = false;
  let rows = 0;
  const columns = ['key', ...statementColumns] as const;
  for await (const batch of table.scanColumns({ where: equals('workspace', workspace), columns, signal })) {
    for (let index = 0; index < batch.length; index += 1) {
      if (isHead(batch, index)) {
        hasHead = true;
        continue;
      }
      rows += 1;
      const [key, id] = [batch.read.key(index), batch.read.id(index)];
      const statement = readStatement(reader, batch, index);
      const problem = problemOf(statement, { workspace, isInPlace: statement && writer.toRow(statement).key === key });
      if (problem !== undefined) facts.find({ subject: id, problem: `${problem} ${remedy}`, isMended: false });
      if (statement?.kind === 'relationship') relationships.push(statement);
      if (statement?.kind !== 'entity') continue;
      ever.add(statement.fact.id);
      if (statement.validUntilMs === undefined) current.add(statement.fact.id);
    }
    facts.count(batch.length);
  }
  if (rows > 0 && !hasHead) {
    const problem = `The record of its head is missing, so that none of its ${rows} facts is shown. ${remedy}`;
    facts.find({ subject: headKey(workspace), problem, isMended: false });
  }
  for (const { fact, validUntilMs } of relationships) {
    ends.count();
    const known = validUntilMs === undefined ? current : ever;
    const missing = [fact.fromEntityId, fact.toEntityId].filter((id) => !known.has(id));
    if (missing.length === 0) continue;
    const problem = `The relationship "${fact.type}" hangs on an entity that is not there (${missing.join(', ')}). ${remedy}`;
    ends.find({ subject: fact.id, problem, isMended: false });
  }
}

/** `undefined` for a row that nobody can have written. */
function readStatement(
  reader: StatementReader,
  batch: ColumnBatch<Pick<FactRow, (typeof statementColumns)[number]>>,
  index: number,
): Statement | undefined {
  try {
    return reader.read(batch, index);
  } catch {
    return undefined;
  }
}

function problemOf(
  statement: Statement | undefined,
  { workspace, isInPlace }: { readonly workspace: string; readonly isInPlace: boolean | undefined },
): string | undefined {
  if (statement === undefined) return 'It cannot be read.';
  if (statement.fact.id !== idOf(statement, workspace)) return 'Its id is not that of what it says.';
  if (isInPlace !== true) return 'It stands in the place of another fact.';
  const { validFromMs, validUntilMs = Infinity } = statement;
  return validFromMs <= validUntilMs ? undefined : 'It ends before it begins.';
}

function idOf({ kind, fact }: Statement, workspace: string): string {
  switch (kind) {
    case 'entity':
      return entityIdOf(workspace, fact);
    case 'relationship':
      return relationshipIdOf(fact.type, fact.fromEntityId, fact.toEntityId);
    case 'axiom':
      return axiomIdOf(workspace, fact);
  }
}
