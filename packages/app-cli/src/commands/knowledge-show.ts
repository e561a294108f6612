import {
  type CallOptions,
  ErrorCode,
  IAxiomStore,
  IGraphRepository,
  type ILexichordRuntime,
  type KnowledgeEntity,
  LexichordError,
} from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, listOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { emptyGraphNote, hasFullKnowledge, requireKnowledge } from '../knowledge/require-knowledge.js';
import { type ShownEntity, type ShownRelationship, entityPage } from '../output/entity-page.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** Entities printed on a terminal; --json has all. */
const maxPages = 5;

/** Options of the entity page. */
interface Showing extends CallOptions {
  readonly withHistory: boolean;
}

/** `lexichord knowledge show`. */
export const runKnowledgeShow: CommandRun = (invocation, io) => {
  const name = wordsArgument(invocation, 0);
  if (name.trim() === '') throw usageError('The name is empty. Name an entity.');
  const types = listOption(invocation, 'type', '--type');
  const withHistory = flagOption(invocation, 'history');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'show');
    const entities = await findNamedEntities(name, runtime, { types, signal });
    const shown: ShownEntity[] = [];
    for (const entity of globals.json ? entities : entities.slice(0, maxPages)) {
      shown.push(await loadDetails(entity, runtime, { withHistory, signal }));
    }
    if (globals.json) {
      printJson({ entities: shown.map(({ entity, ...rest }) => ({ ...entity, ...rest })) }, io);
      return ExitCode.done;
    }
    io.stdout.write(`${shown.map((one) => entityPage(one, layoutFor(io))).join('\n\n\n')}\n`);
    const more = entities.length - shown.length;
    if (more > 0) io.stdout.write(`\n… and ${countOf(more, 'more')} of this name; choose with --type.\n`);
    return ExitCode.done;
  });
};

/** Relationships and rules need the Teams tier (KG-e §7). */
async function loadDetails(
  entity: KnowledgeEntity,
  runtime: ILexichordRuntime,
  { withHistory, signal }: Showing,
): Promise<ShownEntity> {
  const repository = runtime.resolve(IGraphRepository);
  const history = withHistory ? await repository.history(entity.id, { signal }) : undefined;
  if (!hasFullKnowledge(runtime)) return { entity, history };
  const axioms = await runtime.resolve(IAxiomStore).getAxiomsForType(entity.type, { signal });
  return { entity, relationships: await relationshipsOf(entity, repository, { signal }), axioms, history };
}

async function relationshipsOf(
  { id }: KnowledgeEntity,
  repository: IGraphRepository,
  { signal }: CallOptions,
): Promise<readonly ShownRelationship[]> {
  const all = await repository.getRelationships(id, 1, { signal });
  const own = all.filter(({ fromEntityId, toEntityId }) => fromEntityId === id || toEntityId === id);
  const ends = await repository.getEntities([...new Set(own.flatMap((one) => [one.fromEntityId, one.toEntityId]))], {
    signal,
  });
  return own
    .flatMap(({ type, fromEntityId, toEntityId, properties, sources }): ShownRelationship[] => {
      const direction = fromEntityId === id ? 'outgoing' : 'incoming';
      const other = ends.get(direction === 'outgoing' ? toEntityId : fromEntityId);
      if (other === undefined) return [];
      return [{ direction, type, entity: { id: other.id, type: other.type, name: other.name }, properties, sources }];
    })
    .sort(compareRelationships);
}

/** Outgoing first, then by type and the other entity. */
function compareRelationships(a: ShownRelationship, b: ShownRelationship): number {
  return (
    compareText(b.direction, a.direction) ||
    compareText(a.type, b.type) ||
    compareText(a.entity.type, b.entity.type) ||
    compareText(a.entity.name, b.entity.name)
  );
}

/** Options of the search by name. */
interface NamedEntities extends CallOptions {
  /** Empty: all. */
  readonly types: readonly string[];
}

/** An id as `--json` shows it. */
const idPattern = /^[0-9a-f]{32}$/;

/**
 * Finds entities by name, alias or id. An exact name match hides matches by alias or in another case.
 *
 * @throws {LexichordError} `not-found`, with the names that are nearest
 */
async function findNamedEntities(
  name: string,
  runtime: ILexichordRuntime,
  { types, signal }: NamedEntities,
): Promise<readonly KnowledgeEntity[]> {
  const repository = runtime.resolve(IGraphRepository);
  const byId = idPattern.test(name) ? [...(await repository.getEntities([name], { signal })).values()] : [];
  const all = byId.length > 0 ? byId : await repository.findByName(name, { signal });
  const ofType = all.filter(({ type }) => types.length === 0 || types.includes(type));
  const exact = ofType.filter((entity) => entity.name === name);
  if (ofType.length > 0) return exact.length > 0 ? exact : ofType;
  throw await notFound(name, { all, types }, { runtime, signal });
}

async function notFound(
  name: string,
  { all, types }: { readonly all: readonly KnowledgeEntity[]; readonly types: readonly string[] },
  { runtime, signal }: CallOptions & { readonly runtime: ILexichordRuntime },
): Promise<LexichordError> {
  if (all.length > 0) {
    const existingTypes = [...new Set(all.map(({ type }) => type))].join(', ');
    return failure(
      `No entity of type ${types.join(', ')} is named ${JSON.stringify(name)}; the entities of this name have the types: ${existingTypes}.`,
      name,
    );
  }
  const repository = runtime.resolve(IGraphRepository);
  const { entities } = await repository.count({ signal });
  if (entities === 0) {
    return failure(emptyGraphNote, name);
  }
  const query = { query: name, limit: 3, types: types.length === 0 ? undefined : types };
  const { found } = await repository.searchEntities(query, { signal });
  const near = found.map(({ entity }) => `${entity.type} ${JSON.stringify(entity.name)}`).join(', ');
  const hint = near === '' ? 'Find it with "lexichord knowledge search".' : `Nearest are ${near}.`;
  return failure(`No entity is named ${JSON.stringify(name)}. ${hint}`, name);
}

function failure(message: string, name: string): LexichordError {
  return new LexichordError(ErrorCode.notFound, message, { details: { name } });
}
