import 'reflect-metadata';
import {
  ErrorCode,
  IGraphRepository,
  type IKnowledgeExporter,
  ILicenseService,
  type KnowledgeEntity,
  type KnowledgeExport,
  type KnowledgeExportOptions,
  LexichordError,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import type { CurrentFacts, KnowledgeGraph } from '../graph/knowledge-graph.js';
import { exportFacts, writeJson, writeYaml } from './write-facts.js';
import { drawGraph, writeDot, writeMermaid } from './graph-picture.js';

const defaultDepth = 1;
const defaultPictureLimit = 100;

/** The facts of an export. */
interface ChosenFacts extends CurrentFacts {
  readonly isCut: boolean;
}

/** Exports the graph. Below the Teams tier it exports only entities (KG-e §7), and no pictures. */
@injectable()
export class KnowledgeExporter implements IKnowledgeExporter {
  constructor(
    @inject(IFactStore) private readonly store: IFactStore,
    @inject(IGraphRepository) private readonly repository: IGraphRepository,
    @inject(ILicenseService) private readonly license: ILicenseService,
  ) {}

  /** @throws {LexichordError} `not-found`; `license-required` for a picture or a neighbourhood; the signal's reason */
  async export(options: KnowledgeExportOptions): Promise<KnowledgeExport> {
    const { format, around, signal } = options;
    if (isPicture(options)) this.license.require('Teams', 'A picture of the knowledge graph');
    if (around !== undefined) this.license.require('Teams', 'The neighbourhood of an entity');
    const graph = await this.store.graph({ signal });
    const chosen = around === undefined ? chooseAll(graph, options) : await this.chooseAround(around, graph, options);
    signal?.throwIfAborted();
    const facts = this.license.allows('Teams') ? chosen : { ...chosen, relationships: [], axioms: [] };
    const { entities, relationships, axioms, isCut } = facts;
    return {
      content: await writeFacts(facts, format),
      entities: entities.length,
      relationships: relationships.length,
      axioms: isPicture(options) ? 0 : axioms.length,
      isCut,
    };
  }

  /** The facts around every entity with the name; if there is none, around those with the alias. */
  private async chooseAround(
    name: string,
    graph: KnowledgeGraph,
    options: KnowledgeExportOptions,
  ): Promise<ChosenFacts> {
    const { depth = defaultDepth, signal } = options;
    const centres = await this.centresOf(name, options);
    const limit = limitOf(options) ?? Number.MAX_SAFE_INTEGER;
    const found = new Map<string, KnowledgeEntity>();
    let isCut = false;
    for (const { id } of centres) {
      const around = await this.repository.getNeighbourhood(id, { depth, limit, signal });
      isCut ||= around.isCut;
      for (const entity of around.entities) {
        if (found.size < limit || found.has(entity.id)) found.set(entity.id, entity);
        else isCut = true;
      }
    }
    const types = new Set(Array.from(found.values(), ({ type }) => type));
    const axioms = graph.axioms.filter(({ targetType }) => targetType === '*' || types.has(targetType));
    return { ...among(graph, found), axioms, isCut };
  }

  private async centresOf(name: string, { signal }: KnowledgeExportOptions): Promise<readonly KnowledgeEntity[]> {
    const named = await this.repository.findByName(name, { signal });
    const exact = named.filter((entity) => entity.name === name);
    if (named.length > 0) return exact.length > 0 ? exact : named;
    throw new LexichordError(
      ErrorCode.notFound,
      `No entity is named ${JSON.stringify(name)}. Find its name with "lexichord knowledge search".`,
      { details: { name } },
    );
  }
}

function isPicture({ format }: KnowledgeExportOptions): boolean {
  return format === 'dot' || format === 'mermaid';
}

/** Maximum number of entities; `undefined` for a format without one: an export for another import is not cut. */
function limitOf(options: KnowledgeExportOptions): number | undefined {
  return isPicture(options) ? (options.limit ?? defaultPictureLimit) : undefined;
}

/** All facts; if a picture would have too many entities, those with the most relationships. */
function chooseAll(graph: KnowledgeGraph, options: KnowledgeExportOptions): ChosenFacts {
  const limit = limitOf(options);
  if (limit === undefined || graph.entities.length <= limit) {
    const { entities, relationships, axioms } = graph;
    return { entities, relationships, axioms, isCut: false };
  }
  const degrees = graph.entities.map((entity) => ({
    entity,
    degree: graph.outgoing(entity.id).length + graph.incoming(entity.id).length,
  }));
  // The sort is stable, so entities with equal degrees stay in the graph's order.
  const shown = degrees.sort((a, b) => b.degree - a.degree).slice(0, limit);
  return { ...among(graph, new Map(shown.map(({ entity }) => [entity.id, entity]))), axioms: [], isCut: true };
}

/** The chosen entities of a graph, and the facts between them, in the graph's order. */
function among(
  graph: KnowledgeGraph,
  chosen: ReadonlyMap<string, KnowledgeEntity>,
): Pick<CurrentFacts, 'entities' | 'relationships'> {
  return {
    entities: graph.entities.filter(({ id }) => chosen.has(id)),
    relationships: graph.relationships.filter(
      ({ fromEntityId, toEntityId }) => chosen.has(fromEntityId) && chosen.has(toEntityId),
    ),
  };
}

async function writeFacts(facts: CurrentFacts, format: KnowledgeExportOptions['format']): Promise<string> {
  switch (format) {
    case 'yaml':
      return writeYaml(exportFacts(facts));
    case 'json':
      return writeJson(exportFacts(facts));
    case 'dot':
      return writeDot(drawGraph(facts.entities, facts.relationships));
    case 'mermaid':
      return writeMermaid(drawGraph(facts.entities, facts.relationships));
  }
}
