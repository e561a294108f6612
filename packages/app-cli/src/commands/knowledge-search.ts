import {
  type CallOptions,
  IEntityRelevanceScorer,
  IGraphRepository,
  type ILexichordRuntime,
  type ScoredEntity,
} from '@lexichord/abstractions';

import { defaultAgentId } from '../assembly/assembly-options.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { countOption, listOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import {
  emptyGraphNote,
  entitiesBelowTeams,
  hasFullKnowledge,
  requireKnowledge,
} from '../knowledge/require-knowledge.js';
import { scoredEntityList } from '../output/knowledge-tables.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { layoutFor } from '../output/titled-rows.js';
import { withRuntime } from '../session/with-runtime.js';

const defaultLimit = 10;
const highestLimit = 200;

/** Candidates for each entity that is shown: the scorer orders them anew. */
const overFetch = 3;

/** `lexichord knowledge search`. */
export const runKnowledgeSearch: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Say what to look for.');
  const limit = countOption(invocation, 'limit', { flag: '--limit', most: highestLimit }) ?? defaultLimit;
  const types = listOption(invocation, 'type', '--type');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'search');
    const most = hasFullKnowledge(runtime) ? limit : Math.min(limit, entitiesBelowTeams);
    const { entities, warnings } = await search(runtime, { query, types, limit: most, signal });
    if (globals.json) {
      printJson({ entities: entities.map(toJson), warnings }, io);
      return ExitCode.done;
    }
    if (entities.length > 0) io.stdout.write(`${scoredEntityList(entities, layoutFor(io))}\n`);
    else io.stdout.write(`${await nothingNote(runtime, { signal })}\n`);
    if (most < limit)
      printWarnings([`This licence shows ${entitiesBelowTeams} entities; more need the Teams tier.`], io);
    printWarnings(warnings, io);
    return ExitCode.done;
  });
};

async function search(
  runtime: ILexichordRuntime,
  {
    query,
    types,
    limit,
    signal,
  }: CallOptions & { readonly query: string; readonly types: readonly string[]; readonly limit: number },
): Promise<{ readonly entities: readonly ScoredEntity[]; readonly warnings: readonly string[] }> {
  const wanted = { query, types: types.length === 0 ? undefined : types, limit: limit * overFetch };
  const { found, warnings } = await runtime.resolve(IGraphRepository).searchEntities(wanted, { signal });
  const request = { agentId: defaultAgentId, query };
  const scored = await runtime.resolve(IEntityRelevanceScorer).scoreEntities(request, found, { signal });
  return { entities: scored.slice(0, limit), warnings };
}

async function nothingNote(runtime: ILexichordRuntime, { signal }: CallOptions): Promise<string> {
  const { entities } = await runtime.resolve(IGraphRepository).count({ signal });
  return entities === 0 ? emptyGraphNote : 'No entity answers the query. Say it in other or broader words.';
}

function toJson({ entity, score, signals, matchedTerms }: ScoredEntity): object {
  const { id, type, name, aliases, sources } = entity;
  return { id, type, name, score, signals, matchedTerms, aliases, sources };
}
