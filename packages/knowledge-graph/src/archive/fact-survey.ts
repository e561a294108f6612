import { type CallOptions, isLexichordError } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

import type { axiomStatementProblem } from '../check/axiom-problem.js';
import { axiomIdOf, entityIdOf, relationshipIdOf } from '../graph/fact-ids.js';
import { FactCounter } from '../store/fact-counter.js';
import { type FactCounts, type FactHead, headKey, isHead, toHead } from '../store/fact-head.js';
import { RowWriter, StatementReader, toBatch } from '../store/fact-rows.js';
import { type FactRow, factTable } from '../store/fact-tables.js';
import type { Statement, StatementOf } from '../store/statement.js';

/** A row without a valid fact. */
export interface FactFault {
  readonly key: string;
  readonly factId: string;
  /** One sentence for a message. */
  readonly problem: string;
  /** Index of the row in the order of addition, from 0. */
  readonly index: number;
}

/** The findings in all rows of a workspace. */
export interface SurveyedFacts {
  /** Number of rows with statements, including faulty ones. */
  readonly counts: FactCounts;
  readonly head: FactHead | undefined;
  /** In the order of the rows. */
  readonly faults: readonly FactFault[];
  readonly relationships: number;
  /** Relationships with a missing end; a faulty entity counts as missing. */
  readonly looseEnds: readonly FactFault[];
  /** A defect of the head, or of its counts, as a sentence; `undefined`: none. */
  readonly headProblem: string | undefined;
  /** Whether a head can be written: its row has one head, or does not exist. */
  readonly hasPlaceForHead: boolean;
  /** The counts without the faulty rows. */
  readonly soundCounts: FactCounts;
  /** The latest time of any row; 0 if there are none. */
  readonly latestMs: number;
}

/** A relationship, and the row that it was read from. */
interface FoundRelationship {
  readonly statement: StatementOf<'relationship'>;
  readonly row: Omit<FactFault, 'problem'>;
}

const headPattern = /^[1-9]\d* \S/u;

/**
 * Checks that every row of a workspace has a valid fact under its own key, and that both ends of each relationship
 * exist.
 */
export class FactSurvey {
  private readonly reader = new StatementReader();
  private readonly writer: RowWriter;
  private readonly counter = new FactCounter();
  private readonly faults: FactFault[] = [];
  private readonly currentEntities = new Set<string>();
  private readonly everEntities = new Set<string>();
  private readonly relationships: FoundRelationship[] = [];
  private rows = 0;
  private faultyCurrent = 0;
  private inPlaceOfHead = 0;
  private latestMs = 0;

  private constructor(
    private readonly workspace: string,
    private readonly axiomProblem: typeof axiomStatementProblem,
  ) {
    this.writer = new RowWriter(workspace);
  }

  static async begin(workspace: string): Promise<FactSurvey> {
    const { axiomStatementProblem } = await import('../check/axiom-problem.js');
    return new FactSurvey(workspace, axiomStatementProblem);
  }

  add(row: FactRow): void {
    const { workspace } = this;
    const batch = toBatch([row]);
    const found = { key: row.key, factId: row.id, index: this.rows };
    this.rows += 1;
    this.latestMs = Math.max(this.latestMs, row.validFromMs, row.validUntilMs ?? 0);
    if (row.key === headKey(workspace)) this.inPlaceOfHead += 1;
    if (isHead(batch, 0) && row.key === headKey(workspace)) {
      this.counter.addHead(toHead(batch, 0));
      return;
    }
    const isCurrent = row.validUntilMs === undefined;
    this.counter.addStatement({ isCurrent });
    const statement = this.read(row);
    const problem = this.problemOf(statement, row);
    if (statement === undefined || problem !== undefined) {
      this.faults.push({ ...found, problem: problem ?? unreadable });
      if (isCurrent) this.faultyCurrent += 1;
    } else if (statement.kind === 'relationship') this.relationships.push({ statement, row: found });
    else if (statement.kind === 'entity') {
      this.everEntities.add(statement.fact.id);
      if (isCurrent) this.currentEntities.add(statement.fact.id);
    }
  }

  finish(): SurveyedFacts {
    const { counter, faults, relationships, latestMs, faultyCurrent } = this;
    const { counts, head } = counter;
    const loose = relationships.filter((found) => this.missingEnds(found).length > 0);
    const looseCurrent = loose.filter(({ statement }) => statement.validUntilMs === undefined).length;
    return {
      ...{ counts, head, faults, relationships: relationships.length, latestMs },
      looseEnds: loose.map((found) => ({ ...found.row, problem: this.looseProblem(found) })),
      headProblem: this.headProblem(),
      hasPlaceForHead: this.inPlaceOfHead === (head === undefined ? 0 : 1),
      soundCounts: {
        current: counts.current - faultyCurrent - looseCurrent,
        all: counts.all - faults.length - loose.length,
      },
    };
  }

  private read(row: FactRow): Statement | undefined {
    try {
      return this.reader.read(toBatch([row]), 0);
    } catch (error) {
      if (!isLexichordError(error)) throw error;
      return undefined;
    }
  }

  private problemOf(statement: Statement | undefined, { key }: FactRow): string | undefined {
    if (statement === undefined) return unreadable;
    if (!hasNames(statement)) return 'It has no type or no name.';
    if (!statement.sources.every(isLineRange)) return 'Its source has an invalid line range.';
    if (statement.kind === 'axiom') {
      const { fact } = statement;
      const problem = this.axiomProblem(fact);
      if (problem !== undefined) return `Its rule cannot be checked: ${problem}.`;
    }
    if (statement.fact.id !== idOf(statement, this.workspace)) return 'Its id does not match its content.';
    if (this.writer.toRow(statement).key !== key) return 'It is stored under the key of another fact.';
    const { validFromMs, validUntilMs = Infinity } = statement;
    return validFromMs <= validUntilMs ? undefined : 'It ends before it begins.';
  }

  private missingEnds({ statement: { fact, validUntilMs } }: FoundRelationship): readonly string[] {
    const known = validUntilMs === undefined ? this.currentEntities : this.everEntities;
    return [fact.fromEntityId, fact.toEntityId].filter((id) => !known.has(id));
  }

  private looseProblem(found: FoundRelationship): string {
    const missing = this.missingEnds(found).map((id) => id.slice(0, 40));
    return `The relationship "${found.statement.fact.type.slice(0, 80)}" refers to a missing entity (${missing.join(', ')}).`;
  }

  private headProblem(): string | undefined {
    const { counter, latestMs } = this;
    const { head } = counter;
    const problem = counter.problem({ isWhole: true });
    if (problem !== undefined) return `The graph is incomplete: ${problem}.`;
    if (head === undefined) return undefined;
    if (!headPattern.test(head.text)) return 'The record of its head cannot be read.';
    return head.timeMs < latestMs ? 'The record of its head is older than its facts.' : undefined;
  }
}

/** Surveys the stored facts. @throws {LexichordError} `storage-failed`, also for a row that was altered */
export async function surveyFacts(
  { database, workspace }: { readonly database: IDatabase; readonly workspace: string },
  { onRows, signal }: CallOptions & { readonly onRows?: ((rows: number) => void) | undefined } = {},
): Promise<SurveyedFacts> {
  const survey = await FactSurvey.begin(workspace);
  const table = await database.existingTable(factTable, { signal });
  if (table === undefined) return survey.finish();
  // Without a condition, which could skip an altered row.
  for await (const rows of table.scan({ signal })) {
    const own = rows.filter((row) => row.workspace === workspace);
    for (const row of own) survey.add(row);
    onRows?.(own.length);
  }
  return survey.finish();
}

const unreadable = 'It cannot be read.';

function hasNames({ kind, documentPath, fact }: Statement): boolean {
  if (documentPath === '') return false;
  return kind === 'axiom' || (fact.type !== '' && (kind === 'relationship' || fact.name !== ''));
}

function isLineRange({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): boolean {
  return startLine >= 1 && startLine <= endLine;
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
