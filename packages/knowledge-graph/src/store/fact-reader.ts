import type { CallOptions } from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform/internal';
import { type IDatabase, type Predicate, type Table, and, equals, missing } from '@lexichord/storage';
import type { ColumnBatch } from '@lexichord/storage/internal';

import { KnowledgeGraph, emptyGraph } from '../graph/knowledge-graph.js';
import { FactCounter, damagedFacts } from './fact-counter.js';
import { type FactHead, headKey, isHead, toHead } from './fact-head.js';
import { StatementReader, statementColumns } from './fact-rows.js';
import { type FactRow, factTable, factTableName } from './fact-tables.js';
import { mergeStatements } from './merge-statements.js';
import type { Statement } from './statement.js';

/** The facts after one commit. */
export interface LoadedFacts {
  /** `undefined`: no commit yet. */
  readonly head: FactHead | undefined;
  readonly graph: KnowledgeGraph;
  /** The statements of the graph. Absent for readers, which halves the memory. */
  readonly statements: readonly Statement[] | undefined;
}

/** Whether the statement in a row is wanted. */
export type FactFilter = (batch: FactBatch, index: number) => boolean;

type FactBatch = ColumnBatch<Pick<FactRow, 'workspace' | (typeof statementColumns)[number]>>;

/** The wanted statements of a scan, and the counts of all its rows. */
interface ScannedFacts {
  readonly counter: FactCounter;
  readonly statements: readonly Statement[];
}

interface Loading {
  readonly fingerprint: string;
  readonly withStatements: boolean;
  readonly facts: Promise<LoadedFacts>;
}

const nothingYet: LoadedFacts = { head: undefined, graph: emptyGraph, statements: [] };

const holds: FactFilter = ({ read }, index) => read.validUntilMs(index) === undefined;

/**
 * Reads a workspace's facts, and again only after a commit. Never creates a table. Compares the rows with the counts of
 * the head.
 */
export class FactReader {
  private loaded: LoadedFacts = nothingYet;
  /** Fingerprint of the table when `loaded` was last confirmed to be current. */
  private fingerprint: string | undefined;
  private loading: Loading | undefined;

  constructor(
    private readonly database: IDatabase,
    private readonly workspace: string,
  ) {}

  /** The present facts. Returns the same graph until the next commit. */
  async current({ withStatements, signal }: CallOptions & { readonly withStatements: boolean }): Promise<LoadedFacts> {
    const fingerprint = await this.database.fingerprint(factTableName, { signal });
    if (fingerprint === undefined) {
      this.adopt(nothingYet, undefined);
      return nothingYet;
    }
    const { loaded } = this;
    if (fingerprint === this.fingerprint && (!withStatements || loaded.statements !== undefined)) return loaded;
    const joined = this.loading;
    const isJoinable = joined?.fingerprint === fingerprint && (joined.withStatements || !withStatements);
    const facts = isJoinable ? joined.facts : this.begin(fingerprint, withStatements);
    // Several callers share it: when one is cancelled, the others must still get the result.
    return signal === undefined ? facts : raceWithSignal(facts, signal);
  }

  /** Adopts committed facts. The next call checks whether they are still current. */
  adopt(facts: LoadedFacts, fingerprint: string | undefined): void {
    this.loaded = facts;
    this.fingerprint = fingerprint;
    this.loading = undefined;
  }

  /**
   * Statements of any time. Reads all rows, since a filter of the store would search columns without verifying them.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, when a statement is missing
   */
  async statements(isWanted: FactFilter, options: CallOptions): Promise<readonly Statement[]> {
    const table = await this.database.existingTable(factTable, options);
    return table === undefined ? [] : (await this.scanAll(table, isWanted, options)).statements;
  }

  private begin(fingerprint: string, withStatements: boolean): Promise<LoadedFacts> {
    const facts = this.load(withStatements).then(
      (loaded) => {
        if (this.loading === loading) this.adopt(loaded, fingerprint);
        return loaded;
      },
      (error: unknown) => {
        if (this.loading === loading) this.loading = undefined;
        throw error;
      },
    );
    const loading: Loading = { fingerprint, withStatements, facts };
    this.loading = loading;
    return facts;
  }

  private async load(withStatements: boolean): Promise<LoadedFacts> {
    const table = await this.database.existingTable(factTable);
    if (table === undefined) return nothingYet;
    const { loaded } = this;
    const isEnough = !withStatements || loaded.statements !== undefined;
    // Same head: another workspace committed, or the table was only optimized.
    if (isEnough && loaded.head !== undefined && (await this.headText(table)) === loaded.head.text) return loaded;
    const { head, statements } = await this.scanCurrent(table);
    if (head === undefined) return nothingYet;
    const graph = head.text === loaded.head?.text ? loaded.graph : new KnowledgeGraph(mergeStatements(statements));
    return { head, graph, statements: withStatements ? statements : undefined };
  }

  /** The present facts, with the head. Reads all rows only when some are missing, or the head has no counts. */
  private async scanCurrent(
    table: Table<FactRow>,
  ): Promise<{ readonly head: FactHead | undefined; readonly statements: readonly Statement[] }> {
    const where = and(equals('workspace', this.workspace), missing('validUntilMs'));
    const { counter, statements } = await this.scan(table, { where, isWanted: holds });
    const { head } = counter;
    if (head?.counts !== undefined && counter.problem({ isWhole: false }) === undefined) return { head, statements };
    // Reading verifies every row: this names the damaged one, or finds a row that the store's filter has missed.
    const all = await this.scanAll(table, holds, {});
    const { head: found, counts } = all.counter;
    return { head: found && { ...found, counts }, statements: all.statements };
  }

  private async scanAll(table: Table<FactRow>, isWanted: FactFilter, { signal }: CallOptions): Promise<ScannedFacts> {
    const scanned = await this.scan(table, { where: undefined, isWanted, signal });
    const problem = scanned.counter.problem({ isWhole: true });
    if (problem !== undefined) throw damagedFacts(problem);
    return scanned;
  }

  private async headText(table: Table<FactRow>): Promise<string | undefined> {
    const key = headKey(this.workspace);
    return (await table.get([key], { columns: ['payload'] })).get(key)?.payload;
  }

  /** Reads the state of one commit. */
  private async scan(
    table: Table<FactRow>,
    {
      where,
      isWanted,
      signal,
    }: CallOptions & { readonly where: Predicate<FactRow> | undefined; readonly isWanted: FactFilter },
  ): Promise<ScannedFacts> {
    const statements: Statement[] = [];
    const counter = new FactCounter();
    const reader = new StatementReader();
    const columns = ['workspace', ...statementColumns] as const;
    for await (const batch of table.scanColumns({ where, columns, signal })) {
      for (let index = 0; index < batch.length; index++) {
        if (where === undefined && batch.read.workspace(index) !== this.workspace) continue;
        if (isHead(batch, index)) {
          counter.addHead(toHead(batch, index));
          continue;
        }
        counter.addStatement({ isCurrent: holds(batch, index) });
        if (isWanted(batch, index)) statements.push(reader.read(batch, index));
      }
    }
    return { counter, statements };
  }
}
