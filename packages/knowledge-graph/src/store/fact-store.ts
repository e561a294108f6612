import {
  type CallOptions,
  type EntityVersion,
  IClock,
  IIdSource,
  ILogger,
  isLexichordError,
} from '@lexichord/abstractions';
import { IDatabase, and, equals, greater, missing, or } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import type { IFactStore, PlannedChange, StoreChanges } from '../graph/fact-store.js';
import type { CurrentFacts, KnowledgeGraph } from '../graph/knowledge-graph.js';
import { KnowledgeOptions } from '../knowledge-options.js';
import { headColumn, headKey, nextHead, timeAfter, toHeadRow } from './fact-head.js';
import { FactReader, type LoadedFacts } from './fact-reader.js';
import { RowWriter } from './fact-rows.js';
import { factTable } from './fact-tables.js';
import { factsAt, versionsOf } from './past-facts.js';
import { type ChangePlan, type RequestedChange, planChange } from './plan-change.js';
import { entityIdsOf, readStatedFacts } from './stated-facts.js';

/** A change is planned anew so often when others commit meanwhile; each time one of them has come through. */
const mostAttempts = 50;

/** Every commit adds files that every reader opens; after so many they are joined. */
const commitsUntilOptimized = 20;

/** Facts in one table of the database. */
@injectable()
export class FactStore implements IFactStore {
  private readonly reader: FactReader;
  private readonly workspace: string;
  private readonly logger: ILogger;
  /** The last change that was begun here. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly ids: IIdSource,
    @inject(ILogger) logger: ILogger,
    @inject(KnowledgeOptions) { workspace }: Pick<KnowledgeOptions, 'workspace'>,
  ) {
    this.workspace = workspace;
    this.reader = new FactReader(database, workspace);
    this.logger = logger.forSource('FactStore');
  }

  async graph({ signal }: CallOptions = {}): Promise<KnowledgeGraph> {
    return (await this.reader.current({ withStatements: false, signal })).graph;
  }

  async plan(changes: StoreChanges, { signal }: CallOptions = {}): Promise<PlannedChange> {
    const { after, report } = (await this.planAgainst(await this.readChanges(changes), { signal })).plan;
    return { after, report };
  }

  async apply(changes: StoreChanges, { signal }: CallOptions = {}): Promise<PlannedChange> {
    const change = await this.readChanges(changes);
    const running = this.turn.then(() => this.commit(change, { signal }));
    this.turn = running.catch(() => undefined);
    const { after, report } = await running;
    return { after, report };
  }

  async history(entityId: string, { signal }: CallOptions = {}): Promise<readonly EntityVersion[]> {
    return versionsOf(await this.reader.statements(and(equals('kind', 'entity'), equals('id', entityId)), { signal }));
  }

  async asOf(timeMs: number, { signal }: CallOptions = {}): Promise<CurrentFacts> {
    const heldThenOrLater = or(missing('validUntilMs'), greater('validUntilMs', timeMs));
    return factsAt(await this.reader.statements(heldThenOrLater, { signal }), timeMs);
  }

  private async readChanges(changes: StoreChanges): Promise<Omit<RequestedChange, 'nowMs'>> {
    const { workspace } = this;
    const idOf = entityIdsOf(workspace);
    const { replacedDocuments = [], removedEntities = [], removedAxioms = [] } = changes;
    const stated = await readStatedFacts(changes, { workspace, idOf });
    const replacedAxioms = changes.axiomsTakePlace === true ? stated.axiomIds : [];
    return {
      stated,
      replacedDocuments: new Set(replacedDocuments),
      removedIds: new Set([...removedEntities.map(idOf), ...removedAxioms, ...replacedAxioms]),
    };
  }

  private async planAgainst(
    change: Omit<RequestedChange, 'nowMs'>,
    { signal }: CallOptions,
  ): Promise<{ readonly plan: ChangePlan; readonly facts: LoadedFacts; readonly nowMs: number }> {
    const facts = await this.reader.current({ withStatements: true, signal });
    signal?.throwIfAborted();
    const nowMs = timeAfter(facts.head, this.clock.now());
    const plan = planChange({ graph: facts.graph, statements: facts.statements ?? [] }, { ...change, nowMs });
    return { plan, facts, nowMs };
  }

  private async commit(change: Omit<RequestedChange, 'nowMs'>, { signal }: CallOptions): Promise<ChangePlan> {
    for (let attempt = 1; ; attempt++) {
      const { plan, facts, nowMs } = await this.planAgainst(change, { signal });
      if (plan.rows.length === 0) return plan;
      try {
        await this.write(plan, { facts, nowMs, signal });
        return plan;
      } catch (error) {
        if (!isOutdated(error) || attempt >= mostAttempts) throw error;
        this.logger.debug('Planning a change of facts again: another writer was faster, {attempt} times', { attempt });
      }
    }
  }

  private async write(
    { after, statements, rows }: ChangePlan,
    { facts, nowMs, signal }: CallOptions & { readonly facts: LoadedFacts; readonly nowMs: number },
  ): Promise<void> {
    const { workspace } = this;
    const head = nextHead(facts.head, { transaction: this.ids.nextId(), timeMs: nowMs });
    const table = await this.database.table(factTable, { signal });
    const writer = new RowWriter(workspace);
    await table.upsert([...rows.map((row) => writer.toRow(row)), toHeadRow(head, workspace)], {
      onlyIf: { key: headKey(workspace), column: headColumn, value: facts.head?.text },
      signal,
    });
    this.reader.adopt({ head, graph: after, statements }, undefined);
    this.logger.debug('Committed {rows} rows of facts', { rows: rows.length });
    if (head.commits % commitsUntilOptimized !== 0) return;
    try {
      await table.optimize({ signal });
    } catch (error) {
      // The change is made; the next but some makes the table fast again.
      this.logger.warn('The table of facts could not be made faster', {
        code: isLexichordError(error) ? error.code : 'unknown',
      });
    }
  }
}

function isOutdated(error: unknown): boolean {
  return isLexichordError(error) && error.details['fault'] === 'outdated';
}
