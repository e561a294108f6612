import type { FactReport, FactTally } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { ChangeOutcome, LooseRelationship } from '../graph/fact-store.js';
import { type CurrentFacts, KnowledgeGraph } from '../graph/knowledge-graph.js';
import { type FactCase, type FactOutcome, decideFact } from './decide-fact.js';
import { mergeStatements } from './merge-statements.js';
import { missingEnd } from './require-statement.js';
import type { StatedFacts } from './stated-facts.js';
import type { FactKind, Statement } from './statement.js';

/** All current facts. */
export interface StoredFacts {
  readonly graph: KnowledgeGraph;
  readonly statements: readonly Statement[];
}

/** A change whose statements have been read. */
export interface RequestedChange {
  readonly stated: StatedFacts;
  readonly replacedDocuments: ReadonlySet<string>;
  /** Ids of facts that are closed, in all documents, unless the change itself states them. */
  readonly removedIds: ReadonlySet<string>;
  /** Later than all stored times. */
  readonly nowMs: number;
}

/** A change that is ready to be written. */
export interface ChangePlan extends ChangeOutcome {
  readonly statements: readonly Statement[];
  /** Statements to write, in the order of kind, type and name. Empty: nothing changes. */
  readonly rows: readonly Statement[];
}

interface Decided extends FactOutcome {
  readonly kind: FactKind;
  readonly wasThere: boolean;
}

/**
 * Plans the effect of a change on the stored facts. Relationships are closed with either end.
 *
 * @throws {LexichordError} `invalid-argument` for a stated relationship with an end that will not exist
 */
export function planChange(stored: StoredFacts, change: RequestedChange): ChangePlan {
  const decided = new Map<string, Decided>();
  decideAll(stored, change, { ids: touchedIds(stored, change), decided });
  const exists = (id: string): boolean => (decided.get(id)?.after.length ?? (stored.graph.entity(id) ? 1 : 0)) > 0;
  requireEnds(change, exists);
  const loose = closeLoose(stored, change, { decided, exists });
  return { ...assemble(stored, decided), loose };
}

/** Ids of facts that the change affects: it states or removes them, or replaces a document that stated them. */
function touchedIds({ statements }: StoredFacts, change: RequestedChange): ReadonlySet<string> {
  const { stated, replacedDocuments, removedIds } = change;
  const ids = new Set([...stated.byId.keys(), ...removedIds]);
  if (replacedDocuments.size === 0) return ids;
  for (const { fact, documentPath } of statements) if (replacedDocuments.has(documentPath)) ids.add(fact.id);
  return ids;
}

function decideAll(
  { statements }: StoredFacts,
  { stated, replacedDocuments, removedIds, nowMs }: RequestedChange,
  { ids, decided }: { readonly ids: ReadonlySet<string>; readonly decided: Map<string, Decided> },
): void {
  const current = statementsOf(statements, ids);
  const isReplaced = ({ documentPath }: Statement): boolean => replacedDocuments.has(documentPath);
  for (const id of ids) {
    const fact: FactCase = {
      current: current.get(id) ?? none,
      stated: stated.byId.get(id) ?? none,
      isDropped: removedIds.has(id) ? always : isReplaced,
    };
    decide(id, fact, { nowMs, decided });
  }
}

const none: readonly never[] = [];
const always = (): boolean => true;

function decide(
  id: string,
  fact: FactCase,
  { nowMs, decided }: { readonly nowMs: number; readonly decided: Map<string, Decided> },
): void {
  const kind = (fact.current[0] ?? fact.stated[0])?.kind;
  // A removed fact that did not exist.
  if (kind === undefined) return;
  const { after, rows, isChanged } = decideFact(fact, nowMs);
  decided.set(id, { after, rows, isChanged, kind, wasThere: fact.current.length > 0 });
}

function requireEnds({ stated }: RequestedChange, exists: (id: string) => boolean): void {
  for (const { relationship, fromEntityId, toEntityId } of stated.relationships) {
    if (!exists(fromEntityId)) throw missingEnd(relationship, relationship.from);
    if (!exists(toEntityId)) throw missingEnd(relationship, relationship.to);
  }
}

/**
 * Closes relationships of removed entities, and statements of other documents about a relationship in the change.
 *
 * @returns closed statements of documents that the change neither replaces nor states again
 */
function closeLoose(
  { graph, statements }: StoredFacts,
  { stated, replacedDocuments, removedIds, nowMs }: RequestedChange,
  { decided, exists }: { readonly decided: Map<string, Decided>; readonly exists: (id: string) => boolean },
): readonly LooseRelationship[] {
  const loose = new Set<string>();
  for (const id of [...decided.keys(), ...removedIds]) {
    if (graph.entity(id) === undefined || (exists(id) && !removedIds.has(id))) continue;
    for (const { id: hanging } of [...graph.outgoing(id), ...graph.incoming(id)]) loose.add(hanging);
  }
  if (loose.size === 0) return none;
  const closed: Statement[] = [];
  for (const [id, current] of statementsOf(statements, loose)) {
    const again = stated.byId.get(id) ?? none;
    decide(id, { current, stated: again, isDropped: always }, { nowMs, decided });
    const restating = new Set(again.map(({ documentPath }) => documentPath));
    closed.push(
      ...current.filter(({ documentPath }) => !replacedDocuments.has(documentPath) && !restating.has(documentPath)),
    );
  }
  return closed.flatMap((statement) => looseRelationship(statement, graph));
}

function looseRelationship(statement: Statement, graph: KnowledgeGraph): readonly LooseRelationship[] {
  if (statement.kind !== 'relationship') return [];
  const { type, fromEntityId, toEntityId } = statement.fact;
  const [from, to, source] = [graph.entity(fromEntityId), graph.entity(toEntityId), statement.sources[0]];
  return from === undefined || to === undefined || source === undefined ? [] : [{ type, from, to, source }];
}

function statementsOf(
  statements: readonly Statement[],
  ids: ReadonlySet<string>,
): ReadonlyMap<string, readonly Statement[]> {
  return groupBy(
    statements.filter(({ fact }) => ids.has(fact.id)),
    ({ fact }) => fact.id,
  );
}

function assemble(
  { graph, statements }: StoredFacts,
  decided: ReadonlyMap<string, Decided>,
): Omit<ChangePlan, 'loose'> {
  const outcomes = [...decided.values()];
  const report = reportOf(outcomes);
  if (outcomes.every(({ rows }) => rows.length === 0)) return { after: graph, statements, rows: [], report };
  const changed = outcomes.flatMap(({ after }) => after);
  const isUntouched = ({ id }: { readonly id: string }): boolean => !decided.has(id);
  const merged = mergeStatements(changed);
  const after = new KnowledgeGraph({
    entities: [...graph.entities.filter(isUntouched), ...merged.entities],
    relationships: [...graph.relationships.filter(isUntouched), ...merged.relationships],
    axioms: [...graph.axioms.filter(isUntouched), ...merged.axioms],
  });
  return {
    after,
    statements: [...statements.filter(({ fact }) => isUntouched(fact)), ...changed],
    rows: inOrder(merged, decided),
    report,
  };
}

/** In graph order, so that facts are stored sorted; closed facts last. */
function inOrder(merged: CurrentFacts, decided: ReadonlyMap<string, Decided>): readonly Statement[] {
  const rows: Statement[] = [];
  for (const facts of [merged.entities, merged.relationships, merged.axioms]) {
    for (const { id } of facts) rows.push(...(decided.get(id)?.rows ?? []));
  }
  for (const { after, rows: closed } of decided.values()) if (after.length === 0) rows.push(...closed);
  return rows;
}

function reportOf(outcomes: readonly Decided[]): FactReport {
  const tally = (kind: FactKind): FactTally => tallyOf(outcomes.filter((outcome) => outcome.kind === kind));
  return { entities: tally('entity'), relationships: tally('relationship'), axioms: tally('axiom') };
}

function tallyOf(outcomes: readonly Decided[]): FactTally {
  const tally = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const { wasThere, after, isChanged } of outcomes) {
    if (after.length === 0) tally.removed += 1;
    else if (!wasThere) tally.added += 1;
    else if (isChanged) tally.changed += 1;
    else tally.unchanged += 1;
  }
  return tally;
}
