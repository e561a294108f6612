import {
  type CallOptions,
  type EntityVersion,
  IClock,
  IIdSource,
  ILogger,
  isLexichordError,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { isOutdated } from '@lexichord/storage/internal';
import { inject, injectable } from 'tsyringe';

import type { ChangeOutcome, IFactStore, PlannedChange, StoreChanges } from '../graph/fact-store.js';
import type { CurrentFacts, KnowledgeGraph } from '../graph/knowledge-graph.js';
import { KnowledgeOptions } from '../knowledge-options.js';
import { headColumn, headKey, nextHead, timeAfter, toHeadRow } from './fact-head.js';
import { type FactFilter, FactReader, type LoadedFacts } from './fact-reader.js';
import { RowWriter } from './fact-rows.js';
import { factTable } from './fact-tables.js';
import { factsAt, versionsOf } from './past-facts.js';
import { type ChangePlan, type RequestedChange, planChange } from './plan-change.js';
import { entityIdsOf, readStatedFacts } from './stated-facts.js';

/**
 * Maximum number of attempts at a change when others commit meanwhile; each failed attempt is another writer's success.
 */
const maxAttempts = 50;

/** Number of commits until the table is optimized: every commit adds files that every reader opens. */
const commitsUntilOptimized = 20;

/** Description of a change, for messages. */
const storeFacts = 'change the facts';

type UntimedChange = Omit<RequestedChange, 'nowMs'>;

/** A plan, with the facts and time that it was planned on. */
interface PlanAttempt {
  readonly plan: ChangePlan;
  readonly facts: LoadedFacts;
  readonly nowMs: number;
}

/** Facts in one table of the database. */
@injectable()
export class FactStore implements IFactStore {
  private readonly reader: FactReader;
  private readonly workspace: string;
  private readonly logger: ILogger;
  /** The last change that began in this store. */
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

  async plan<Changes extends StoreChanges>(
    changes: Changes | ((graph: KnowledgeGraph) => Changes),
    { signal }: CallOptions = {},
  ): Promise<PlannedChange<Changes>> {
    this.database.requireWritable(storeFacts);
    const facts = await this.readFacts(signal);
    const given = typeof changes === 'function' ? changes(facts.graph) : changes;
    const attempt = this.planOn(facts, await this.readChanges(given));
    const { after, report, loose } = attempt.plan;
    const commit = (options: CallOptions = {}): Promise<ChangeOutcome | undefined> =>
      this.inTurn(() => this.commitAsPlanned(attempt, options));
    return { changes: given, after, report, loose, commit };
  }

  async apply(changes: StoreChanges, options: CallOptions = {}): Promise<ChangeOutcome> {
    this.database.requireWritable(storeFacts);
    const change = await this.readChanges(changes);
    return this.inTurn(() => this.commit(change, options));
  }

  async history(entityId: string, { signal }: CallOptions = {}): Promise<readonly EntityVersion[]> {
    const isVersion: FactFilter = ({ read }, index) => read.id(index) === entityId && read.kind(index) === 'entity';
    return versionsOf(await this.reader.statements(isVersion, { signal }));
  }

  async asOf(timeMs: number, { signal }: CallOptions = {}): Promise<CurrentFacts> {
    const heldThenOrLater: FactFilter = ({ read }, index) => (read.validUntilMs(index) ?? Infinity) > timeMs;
    return factsAt(await this.reader.statements(heldThenOrLater, { signal }), timeMs);
  }

  private async readChanges(changes: StoreChanges): Promise<UntimedChange> {
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

  private async readFacts(signal: AbortSignal | undefined): Promise<LoadedFacts> {
    const facts = await this.reader.current({ withStatements: true, signal });
    signal?.throwIfAborted();
    return facts;
  }

  private planOn(facts: LoadedFacts, change: UntimedChange): PlanAttempt {
    const nowMs = timeAfter(facts.head, this.clock.now());
    const plan = planChange({ graph: facts.graph, statements: facts.statements ?? [] }, { ...change, nowMs });
    return { plan, facts, nowMs };
  }

  /** Runs changes one after the other, so that each starts from the result of the one before. */
  private async inTurn<Outcome>(make: () => Promise<Outcome>): Promise<Outcome> {
    const running = this.turn.then(make);
    this.turn = running.catch(() => undefined);
    return running;
  }

  private async commit(change: UntimedChange, { signal }: CallOptions): Promise<ChangeOutcome> {
    for (let attempt = 1; ; attempt++) {
      const planned = this.planOn(await this.readFacts(signal), change);
      try {
        return await this.write(planned, signal);
      } catch (error) {
        if (!isOutdated(error) || attempt >= maxAttempts) throw error;
        this.logger.debug('Planning a change of facts again: another writer was faster, {attempt} times', { attempt });
      }
    }
  }

  private async commitAsPlanned(planned: PlanAttempt, { signal }: CallOptions): Promise<ChangeOutcome | undefined> {
    const now = await this.readFacts(signal);
    if (now.head?.text !== planned.facts.head?.text) return undefined;
    try {
      return await this.write(planned, signal);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return undefined;
    }
  }

  private async write({ plan, facts, nowMs }: PlanAttempt, signal: AbortSignal | undefined): Promise<ChangeOutcome> {
    const { after, statements, rows, report, loose } = plan;
    if (rows.length > 0) await this.writeRows({ after, statements, rows }, { facts, nowMs, signal });
    return { after, report, loose };
  }

  private async writeRows(
    { after, statements, rows }: Pick<ChangePlan, 'after' | 'statements' | 'rows'>,
    { facts, nowMs, signal }: CallOptions & Omit<PlanAttempt, 'plan'>,
  ): Promise<void> {
    const { workspace } = this;
    // The other rows replace existing ones.
    const added = rows.filter(({ validFromMs }) => validFromMs === nowMs).length;
    const counts = { current: statements.length, all: (facts.head?.counts?.all ?? 0) + added };
    const head = nextHead(facts.head, { transaction: this.ids.nextId(), timeMs: nowMs, counts });
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
      // The change is committed; a later one optimizes the table.
      this.logger.warn('The table of facts could not be made faster', {
        code: isLexichordError(error) ? error.code : 'unknown',
      });
    }
  }
}
