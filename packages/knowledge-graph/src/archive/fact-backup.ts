import {
  type BackupSource,
  type CallOptions,
  ErrorCode,
  type KnowledgeRestoreReport,
  LexichordError,
} from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';
import { type BackupContents, type BackupRow, readBackup } from '@lexichord/storage/internal';

import { damagedFacts, FactCounter } from '../store/fact-counter.js';
import { headColumn, headKey, isHead, toHead } from '../store/fact-head.js';
import { toBatch } from '../store/fact-rows.js';
import { type FactRow, factTable } from '../store/fact-tables.js';
import { FactSurvey, surveyFacts } from './fact-survey.js';

/** Target of a restore. */
export interface RestoreTarget {
  readonly database: IDatabase;
  readonly workspace: string;
}

/** Rows of a backup in which all facts are valid. */
interface BackedUpFacts {
  readonly rows: readonly FactRow[];
  /** `undefined`: the backup has no rows. */
  readonly head: FactRow | undefined;
}

/** See `IKnowledgeArchive.restore`. */
export async function restoreFacts(
  source: BackupSource,
  target: RestoreTarget,
  { signal }: CallOptions,
): Promise<KnowledgeRestoreReport> {
  const { database, workspace } = target;
  database.requireWritable('restore the facts');
  const { rows, head } = await readFacts(source, workspace, { signal });
  const stored = await surveyFacts(target, { signal });
  if (stored.head !== undefined) {
    if (stored.headProblem !== undefined) throw damagedFacts(stored.headProblem);
    if (stored.head.text !== head?.[headColumn]) throw otherFacts();
    return { facts: rows.length - 1, isUnchanged: true };
  }
  if (stored.counts.all > 0 && !(await isPartOf(rows, target, { signal }))) throw otherFacts();
  if (head === undefined) return { facts: 0, isUnchanged: false };
  const table = await database.table(factTable, { signal });
  // In one commit with the head: no reader sees a part, and no other writer can commit in between.
  const onlyIf = { key: headKey(workspace), column: headColumn, value: undefined } as const;
  await table.upsert(rows, { onlyIf, signal });
  return { facts: rows.length - 1, isUnchanged: false };
}

/** Reads the whole backup, and validates each fact, before anything is changed. */
async function readFacts(source: BackupSource, workspace: string, { signal }: CallOptions): Promise<BackedUpFacts> {
  const rows: FactRow[] = [];
  const lines = new Map<string, number>();
  const survey = await FactSurvey.begin(workspace);
  for await (const { row } of readBackup(source(), backupContents)) {
    signal?.throwIfAborted();
    const fact = row as unknown as FactRow;
    if (fact.workspace !== workspace) throw otherWorkspace(fact.workspace, workspace);
    const line = rows.length + linesBeforeRows + 1;
    if (lines.has(fact.key)) throw badBackup(`line ${line} has the key of line ${lines.get(fact.key)}`);
    lines.set(fact.key, line);
    rows.push(fact);
    survey.add(fact);
  }
  const { faults, looseEnds, headProblem } = survey.finish();
  const [fault] = [...faults, ...looseEnds].sort((a, b) => a.index - b.index);
  if (fault !== undefined) {
    const { index, problem } = fault;
    throw badBackup(`the fact in line ${index + linesBeforeRows + 1} is invalid. ${problem.replace(/\.$/u, '')}`);
  }
  const key = headKey(workspace);
  if (headProblem !== undefined) {
    const line = lines.get(key);
    throw badBackup(`${line === undefined ? '' : `line ${line}: `}${headProblem.replace(/\.$/u, '')}`);
  }
  return { rows, head: rows.find((row) => row.key === key) };
}

/** Number of lines before the rows: the header. */
const linesBeforeRows = 1;

/**
 * Whether all stored rows without a head are in the backup: an earlier version wrote the head last, and may have been
 * interrupted.
 */
async function isPartOf(
  rows: readonly FactRow[],
  { database, workspace }: RestoreTarget,
  { signal }: CallOptions,
): Promise<boolean> {
  const keys = new Set(rows.map(({ key }) => key));
  const table = await database.existingTable(factTable, { signal });
  if (table === undefined) return true;
  for await (const batch of table.scan({ columns: ['key', 'workspace'], signal })) {
    if (batch.some((row) => row.workspace === workspace && !keys.has(row.key))) return false;
  }
  return true;
}

function otherWorkspace(theirs: string, ours: string): LexichordError {
  const name = JSON.stringify(theirs.slice(0, 100));
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The backup belongs to the workspace ${name}, and this one is ${JSON.stringify(ours)}. Nothing was restored. Set knowledge.workspace to ${name} to restore it here.`,
    { details: { backup: theirs.slice(0, 100), workspace: ours } },
  );
}

function otherFacts(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    'This workspace already has a different knowledge graph. Nothing was restored. Restore into a workspace without one.',
  );
}

function badBackup(problem: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `The backup cannot be used: ${problem}. Nothing was restored.`);
}

export const backupContents: BackupContents = { kind: 'knowledge', tables: [factTable] };

/**
 * Yields every row of a workspace. Reads the table without a condition, so that each row is verified.
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
