import type {
  EntityKey,
  EntityStatement,
  FactChanges,
  FactSource,
  ImportProblem,
  KnowledgeEntity,
  RelationshipStatement,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { shownName } from './clean-text.js';
import type { DocumentLink, DocumentReading } from './document-reading.js';
import { textOf } from './fact-collector.js';
import { anchorOf } from './markdown/sections.js';

/** Facts of several documents, ready for the store, and the problems of those that cannot be stored. */
export interface ResolvedFacts extends FactChanges {
  readonly entities: readonly EntityStatement[];
  /** Both ends of each are among the entities, or in the graph. */
  readonly relationships: readonly RelationshipStatement[];
  readonly problems: readonly ImportProblem[];
}

/**
 * Combines the facts of documents: resolves the ends of relationships, also in the graph, and the targets of links. An
 * end that no document states is a problem; a link to an entity that is not in the graph is ignored.
 */
export function resolveFacts(readings: readonly DocumentReading[], graph: KnowledgeGraph): ResolvedFacts {
  const remaining = new RemainingFacts(graph, new Set(wholeDocuments(readings, [])));
  const entities = readings.flatMap((reading) => reading.entities);
  const stated = new Set(entities.map(textOf));
  const isThere = (key: EntityKey): boolean => stated.has(textOf(key)) || remaining.has(key);

  const problems: ImportProblem[] = [];
  const relationships: RelationshipStatement[] = [];
  for (const relationship of readings.flatMap((reading) => reading.relationships)) {
    const missing = [relationship.from, relationship.to].find((end) => !isThere(end));
    if (missing === undefined) relationships.push(relationship);
    else problems.push(missingEndProblem(relationship, missing));
  }
  const byPath = new Map(readings.map((reading) => [reading.documentPath, reading]));
  const linked = readings.flatMap(({ links = [] }) => links.flatMap((link) => linkedFacts(link, byPath, remaining)));
  const known = new Set(relationships.map(relationshipText));
  const axioms = readings.flatMap((reading) => reading.axioms);
  return {
    replacedDocuments: wholeDocuments(readings, problems),
    entities,
    relationships: [...relationships, ...distinct(linked, known)],
    axioms,
    problems,
  };
}

/** Documents that were read completely: only their earlier facts are removed. */
function wholeDocuments(readings: readonly DocumentReading[], problems: readonly ImportProblem[]): readonly string[] {
  const all = [...problems, ...readings.flatMap((reading) => reading.problems)];
  const unread = new Set(all.filter(({ isWarning }) => isWarning !== true).map(({ documentPath }) => documentPath));
  return readings.map(({ documentPath }) => documentPath).filter((documentPath) => !unread.has(documentPath));
}

/** An entity of the graph with one of its sources. */
interface StatedEntity {
  readonly entity: KnowledgeEntity;
  readonly source: FactSource;
}

/** Targets of links to a document. */
interface LinkTargets {
  readonly first: KnowledgeEntity | undefined;
  readonly byAnchor: ReadonlyMap<string, KnowledgeEntity>;
}

/** The part of the graph that remains when documents are replaced. */
class RemainingFacts {
  private keys: ReadonlySet<string> | undefined;
  private statedBy: ReadonlyMap<string, readonly StatedEntity[]> | undefined;
  /** Link targets by document, since documents are linked to repeatedly. */
  private readonly places = new Map<string, LinkTargets>();

  constructor(
    private readonly graph: KnowledgeGraph,
    private readonly replaced: ReadonlySet<string>,
  ) {}

  has(key: EntityKey): boolean {
    this.keys ??= new Set(this.remaining().map(textOf));
    return this.keys.has(textOf(key));
  }

  /** The entity at an anchor of a document that is not replaced; without an anchor: its first one. */
  at(documentPath: string, anchor: string | undefined): KnowledgeEntity | undefined {
    if (this.replaced.has(documentPath)) return undefined;
    const { first, byAnchor } = this.places.get(documentPath) ?? this.findPlaces(documentPath);
    return anchor === undefined ? first : byAnchor.get(anchor);
  }

  private findPlaces(documentPath: string): LinkTargets {
    this.statedBy ??= groupBy(this.graph.entities.flatMap(statementsOf), ({ source }) => source.documentPath);
    const stated = [...(this.statedBy.get(documentPath) ?? [])];
    stated.sort((a, b) => a.source.startLine - b.source.startLine);
    const byAnchor = new Map<string, KnowledgeEntity>();
    for (const { entity } of stated) {
      const anchor = anchorOf(titleOf(entity));
      if (!byAnchor.has(anchor)) byAnchor.set(anchor, entity);
    }
    const targets = { first: stated[0]?.entity, byAnchor };
    this.places.set(documentPath, targets);
    return targets;
  }

  private remaining(): readonly KnowledgeEntity[] {
    return this.graph.entities.filter(({ sources }) =>
      sources.some((source) => !this.replaced.has(source.documentPath)),
    );
  }
}

function missingEndProblem({ type, source }: RelationshipStatement, missing: EntityKey): ImportProblem {
  const message = `The relationship ${shownName(type)} refers to an entity that no document states: ${missing.type} ${shownName(missing.name)}.`;
  return { documentPath: source.documentPath, line: source.startLine, message };
}

function linkedFacts(
  { from, documentPath, anchor, source }: DocumentLink,
  readings: ReadonlyMap<string, DocumentReading>,
  remaining: RemainingFacts,
): readonly RelationshipStatement[] {
  const reading = readings.get(documentPath);
  const to = reading === undefined ? remaining.at(documentPath, anchor) : reading.anchors?.get(anchor ?? '');
  if (to === undefined || textOf(to) === textOf(from)) return [];
  return [{ type: 'related-to', from, to: { type: to.type, name: to.name }, source }];
}

function statementsOf(entity: KnowledgeEntity): readonly StatedEntity[] {
  return entity.sources.map((source) => ({ entity, source }));
}

/** The title of an entity's heading. */
function titleOf({ name, properties: { title } }: KnowledgeEntity): string {
  return typeof title === 'string' ? title : name;
}

function distinct(
  relationships: readonly RelationshipStatement[],
  known: Set<string>,
): readonly RelationshipStatement[] {
  return relationships.filter((relationship) => {
    const text = relationshipText(relationship);
    if (known.has(text)) return false;
    known.add(text);
    return true;
  });
}

function relationshipText({ type, from, to, source }: RelationshipStatement): string {
  return JSON.stringify([source.documentPath, type, textOf(from), textOf(to)]);
}
