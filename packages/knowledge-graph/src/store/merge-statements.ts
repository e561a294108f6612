import type { Axiom, FactSource, KnowledgeEntity, KnowledgeRelationship, Properties } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

import { compareAxioms, compareEntities, compareRelationships, type CurrentFacts } from '../graph/knowledge-graph.js';
import type { Statement, StatementOf } from './statement.js';

/** Statements of one fact, one per document, in the order of their paths. Two or more. */
type Group<Item> = readonly [Item, ...Item[]];

/**
 * Merges the statements of all documents, in the order of a graph. All statements hold at one time; their order does
 * not matter. They are sorted rather than grouped by a lookup, because the graph needs the order anyway.
 */
export function mergeStatements(statements: Iterable<Statement>): CurrentFacts {
  const entities: StatementOf<'entity'>[] = [];
  const relationships: StatementOf<'relationship'>[] = [];
  const axioms: StatementOf<'axiom'>[] = [];
  for (const statement of statements) {
    if (statement.kind === 'entity') entities.push(statement);
    else if (statement.kind === 'relationship') relationships.push(statement);
    else axioms.push(statement);
  }
  return {
    entities: mergeRuns(entities.sort(byEntity), mergeEntities),
    relationships: mergeRuns(relationships.sort(byRelationship), mergeRelationships),
    axioms: mergeRuns(axioms.sort(byAxiom), mergeAxioms),
  };
}

/** For a property of several documents, the first document's value holds; `external: true` only if all state it. */
function mergeEntities(ordered: Group<StatementOf<'entity'>>): KnowledgeEntity {
  const [{ fact }] = ordered;
  const lists = ordered.map(({ fact: { aliases } }) => aliases);
  return {
    ...fact,
    aliases: uniteAliases(fact.name, lists),
    properties: uniteProperties(asOwn(ordered.map(({ fact: { properties } }) => properties))),
    sources: uniteSources(ordered.map(({ sources }) => sources)),
    createdMs: Math.min(...ordered.map(({ createdMs }) => createdMs)),
    modifiedMs: Math.max(...ordered.map(({ validFromMs }) => validFromMs)),
  };
}

/**
 * Drops `external` unless all statements have it: a dependent's manifest takes a package for an external one; its own
 * manifest, or a neighbour's, overrules that.
 */
function asOwn(all: readonly Properties[]): readonly Properties[] {
  if (all.every(isExternal) || !all.some(isExternal)) return all;
  return all.map((properties) => (isExternal(properties) ? withoutExternal(properties) : properties));
}

function isExternal({ external }: Properties): boolean {
  return external === true;
}

function withoutExternal(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'external'));
}

function mergeRelationships(ordered: Group<StatementOf<'relationship'>>): KnowledgeRelationship {
  return {
    ...ordered[0].fact,
    properties: uniteProperties(ordered.map(({ fact: { properties } }) => properties)),
    sources: uniteSources(ordered.map(({ sources }) => sources)),
    validFromMs: Math.min(...ordered.map(({ createdMs }) => createdMs)),
  };
}

/** A rule is not merged: the first document's holds as a whole. */
function mergeAxioms([{ fact }]: Group<StatementOf<'axiom'>>): Axiom {
  return fact;
}

/** Merges consecutive statements of one fact. Nearly all facts have one statement, which is used unchanged. */
function mergeRuns<Item extends Statement>(
  sorted: readonly Item[],
  merge: (run: Group<Item>) => Item['fact'],
): Item['fact'][] {
  const merged: Item['fact'][] = [];
  let start = 0;
  for (let first = sorted[0]; first !== undefined; first = sorted[start]) {
    let end = start + 1;
    while (sorted[end]?.fact.id === first.fact.id) end += 1;
    merged.push(end - start === 1 ? first.fact : merge([first, ...sorted.slice(start + 1, end)]));
    start = end;
  }
  return merged;
}

/* The order of `fact-order.ts`, then by document. */

function byEntity(a: StatementOf<'entity'>, b: StatementOf<'entity'>): number {
  return compareEntities(a.fact, b.fact) || compareText(a.documentPath, b.documentPath);
}

function byRelationship(a: StatementOf<'relationship'>, b: StatementOf<'relationship'>): number {
  return compareRelationships(a.fact, b.fact) || compareText(a.documentPath, b.documentPath);
}

function byAxiom(a: StatementOf<'axiom'>, b: StatementOf<'axiom'>): number {
  return compareAxioms(a.fact, b.fact) || compareText(a.documentPath, b.documentPath);
}

/** All aliases in order, without repetition and without the name itself. */
export function uniteAliases(name: string, lists: readonly (readonly string[])[]): readonly string[] {
  const all = new Set(lists.flat());
  all.delete(name);
  return [...all];
}

/** All properties; for a repeated property, the first value. */
export function uniteProperties(all: readonly Properties[]): Properties {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const united = new Map<string, Properties[string]>();
  for (const properties of all) {
    for (const [name, value] of Object.entries(properties)) if (!united.has(name)) united.set(name, value);
  }
  return Object.fromEntries(united);
}

/** All sources without repetition, by path and line. */
export function uniteSources(lists: readonly (readonly FactSource[])[]): readonly FactSource[] {
  const all = new Map<string, FactSource>();
  for (const source of lists.flat()) {
    all.set(`${source.startLine}:${source.endLine}:${source.documentPath}`, source);
  }
  return [...all.values()].sort(compareSources);
}

function compareSources(a: FactSource, b: FactSource): number {
  return compareText(a.documentPath, b.documentPath) || a.startLine - b.startLine || a.endLine - b.endLine;
}
