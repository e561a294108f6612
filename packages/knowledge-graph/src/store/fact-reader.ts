import type { CallOptions } from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform';
import { type IDatabase, type Predicate, type Table, and, equals, missing } from '@lexichord/storage';

import { KnowledgeGraph, emptyGraph } from '../graph/knowledge-graph.js';
import { type FactHead, headKey, isHead, toHead } from './fact-head.js';
import { StatementReader, statementColumns } from './fact-rows.js';
import { type FactRow, factTable, factTableName } from './fact-tables.js';
import { mergeStatements } from './merge-statements.js';
import type { Statement } from './statement.js';

/** What holds after one commit. */
export interface LoadedFacts {
  /** `undefined`: nothing was ever committed. */
  readonly head: FactHead | undefined;
  readonly graph: KnowledgeGraph;
  /** What the graph was merged from. Readers do without, which halves the memory. */
  readonly statements: readonly Statement[] | undefined;
}

interface Loading {
  readonly fingerprint: string;
  readonly withStatements: boolean;
  readonly facts: Promise<LoadedFacts>;
}

const nothingYet: LoadedFacts = { head: undefined, graph: emptyGraph, statements: [] };

/** Reads a workspace's facts, and only when somebody has committed. Never makes a table. */
export class FactReader {
  private loaded: LoadedFacts = nothingYet;
  /** Of the table when `loaded` was known to be what it holds. */
  private fingerprint: string | undefined;
  private loading: Loading | undefined;

  constructor(
    private readonly database: IDatabase,
    private readonly workspace: string,
  ) {}

  /** What holds now. The same graph as long as there was no commit. */
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
    // Several callers wait for it: one that no longer does must not end it for the others.
    return signal === undefined ? facts : raceWithSignal(facts, signal);
  }

  /** Takes over what has just been committed. The next call finds out whether it is still what holds. */
  adopt(facts: LoadedFacts, fingerprint: string | undefined): void {
    this.loaded = facts;
    this.fingerprint = fingerprint;
    this.loading = undefined;
  }

  /** Statements of any time that satisfy a condition. */
  async statements(where: Predicate<FactRow>, options: CallOptions): Promise<readonly Statement[]> {
    const table = await this.database.existingTable(factTable, options);
    if (table === undefined) return [];
    return (await this.scan(table, where, options)).statements;
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
    // Another workspace's commit, or one that only made the table faster.
    if (isEnough && loaded.head !== undefined && (await this.headText(table)) === loaded.head.text) return loaded;
    const { head, statements } = await this.scan(table, missing('validUntilMs'), {});
    if (head === undefined) return nothingYet;
    const graph = head.text === loaded.head?.text ? loaded.graph : new KnowledgeGraph(mergeStatements(statements));
    return { head, graph, statements: withStatements ? statements : undefined };
  }

  private async headText(table: Table<FactRow>): Promise<string | undefined> {
    const key = headKey(this.workspace);
    return (await table.get([key], { columns: ['payload'] })).get(key)?.payload;
  }

  private async scan(
    table: Table<FactRow>,
    condition: Predicate<FactRow>,
    { signal }: CallOptions,
  ): Promise<{ readonly head: FactHead | undefined; readonly statements: readonly Statement[] }> {
    const where = and(equals('workspace', this.workspace), condition);
    const statements: Statement[] = [];
    let head: FactHead | undefined;
    const reader = new StatementReader();
    for await (const batch of table.scanColumns({ where, columns: statementColumns, signal })) {
      for (let index = 0; index < batch.length; index++) {
        if (isHead(batch, index)) head = toHead(batch, index);
        else statements.push(reader.read(batch, index));
      }
    }
    return { head, statements };
  }
}
