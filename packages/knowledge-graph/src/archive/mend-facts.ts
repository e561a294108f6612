import type { CallOptions, IIdSource, KnowledgeMending } from '@lexichord/abstractions';
import { type IDatabase, type Table, equals, oneOf } from '@lexichord/storage';
import { isOutdated } from '@lexichord/storage/internal';

import { damagedFacts } from '../store/fact-counter.js';
import { type FactCounts, type FactHead, headColumn, headKey, nextHead, toHeadRow } from '../store/fact-head.js';
import { type FactRow, factTable } from '../store/fact-tables.js';
import { type SurveyedFacts, surveyFacts } from './fact-survey.js';

/** A workspace whose facts are mended, and services for it. */
export interface MendedFacts {
  readonly database: IDatabase;
  readonly workspace: string;
  readonly ids: IIdSource;
}

/** Maximum number of surveys when others commit meanwhile. */
const maxAttempts = 20;
/** Maximum number of keys in one condition. */
const maxKeysAtOnce = 1_000;

/**
 * Removes the invalid facts of a workspace, and relationships without both ends, after copying the table, and writes a
 * head that counts the remaining facts. `undefined` if there is no fault.
 *
 * While rows are removed, the head has no counts, so that the facts stay readable if the process dies in between.
 *
 * @throws {LexichordError} `storage-failed`, also if the table cannot be copied
 */
export async function mendFacts(
  { database, workspace, ids }: MendedFacts,
  { signal }: CallOptions,
): Promise<KnowledgeMending | undefined> {
  database.requireWritable('mend the facts');
  let first: SurveyedFacts | undefined;
  let copy: string | undefined;
  let removed = 0;
  for (let attempt = 1; ; attempt += 1) {
    const survey = await surveyFacts({ database, workspace }, { signal });
    const faulty = [...survey.faults, ...survey.looseEnds];
    if (faulty.length === 0 && survey.headProblem === undefined) return first && mendingOf(first, { removed, copy });
    if (attempt > maxAttempts)
      throw damagedFacts(survey.headProblem ?? 'they cannot be repaired while other processes write');
    first ??= survey;
    if (faulty.length > 0) copy ??= await database.copyTable(factTable.name, { signal });
    const table = await database.table(factTable, { signal });
    const writer = new HeadWriter(table, { workspace, ids });
    try {
      if (faulty.length > 0) {
        await writer.write(survey, undefined, { signal });
        const keys = faulty.map(({ key }) => key).filter((key) => key !== headKey(workspace));
        for (let start = 0; start < keys.length; start += maxKeysAtOnce) {
          await table.deleteWhere(oneOf('key', keys.slice(start, start + maxKeysAtOnce)), { signal });
        }
        removed += faulty.length;
      }
      await writer.write(survey, survey.soundCounts, { signal });
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
  }
}

/** Writes heads, each based on the one before. */
class HeadWriter {
  private last: FactHead | undefined;

  constructor(
    private readonly table: Table<FactRow>,
    private readonly target: Pick<MendedFacts, 'workspace' | 'ids'>,
  ) {}

  async write(
    { head, latestMs, hasPlaceForHead }: SurveyedFacts,
    counts: FactCounts | undefined,
    { signal }: CallOptions,
  ): Promise<void> {
    const { workspace, ids } = this.target;
    const key = headKey(workspace);
    const before = this.last ?? head;
    const timeMs = Math.max(before?.timeMs ?? 0, latestMs);
    const next = nextHead(before, { transaction: ids.nextId(), timeMs, counts });
    const isAnew = this.last === undefined && !hasPlaceForHead;
    if (isAnew) await this.table.deleteWhere(equals('key', key), { signal });
    const value = isAnew ? undefined : before?.text;
    await this.table.upsert([toHeadRow(next, workspace)], { onlyIf: { key, column: headColumn, value }, signal });
    this.last = next;
  }
}

function mendingOf(
  { counts, head, soundCounts }: SurveyedFacts,
  { removed, copy }: { readonly removed: number; readonly copy: string | undefined },
): KnowledgeMending {
  const lost = head?.counts === undefined ? undefined : Math.max(0, head.counts.all - counts.all);
  const done = [
    `${soundCounts.all} kept`,
    ...(removed === 0 ? [] : [`${removed} removed, because they were unreadable or referred to missing entities`]),
    ...(lost === undefined || lost === 0 ? [] : [`${lost} lost`]),
  ];
  const kept = copy === undefined ? '' : ` A copy of the original files is in ${copy}.`;
  const message = `Knowledge graph, statements: ${done.join(', ')}. Its head has the new counts. Import the documents of the missing facts again.${kept}`;
  return { removedFacts: removed, lostFacts: lost, message };
}
