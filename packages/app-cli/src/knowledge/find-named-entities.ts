import {
  type CallOptions,
  ErrorCode,
  IGraphRepository,
  type ILexichordRuntime,
  type KnowledgeEntity,
  LexichordError,
} from '@lexichord/abstractions';

import { emptyGraphNote } from './require-knowledge.js';

/** Which entities a name stands for. */
export interface NamedEntities extends CallOptions {
  /** Empty: all. */
  readonly types: readonly string[];
}

/** An id as `--json` shows it. */
const idPattern = /^[0-9a-f]{32}$/;

/**
 * Entities of a name, an alias or an id. Those whose name it is exactly hide those whose alias it is, or that are
 * written with other letters.
 *
 * @throws {LexichordError} `not-found`, with the names that are nearest
 */
export async function findNamedEntities(
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
    const known = [...new Set(all.map(({ type }) => type))].join(', ');
    return failure(
      `No entity of type ${types.join(', ')} is named ${JSON.stringify(name)}; of that name there is: ${known}.`,
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
  const hint = near === '' ? 'Look for it with "lexichord knowledge search".' : `Nearest are ${near}.`;
  return failure(`No entity is named ${JSON.stringify(name)}. ${hint}`, name);
}

function failure(message: string, name: string): LexichordError {
  return new LexichordError(ErrorCode.notFound, message, { details: { name } });
}
