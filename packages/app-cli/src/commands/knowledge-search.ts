import type { CallOptions, ILexichordRuntime, ScoredEntity } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { countOption, listOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { emptyGraphNote, requireKnowledge } from '../knowledge/require-knowledge.js';
import { scoredEntityList } from '../output/knowledge-tables.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

const maxLimit = 200;

/** `lexichord knowledge search`. */
export const runKnowledgeSearch: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Give the words to search for.');
  const limit = countOption(invocation, 'limit', { flag: '--limit', max: maxLimit });
  const types = listOption(invocation, 'type', '--type');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'search');
    const wanted = { types: types.length === 0 ? undefined : types, limit, signal };
    const { entities, warnings } = await runtime.knowledge.search(query, wanted);
    if (globals.json) {
      printJson({ entities: entities.map(toJson), warnings }, io);
      return ExitCode.done;
    }
    if (entities.length > 0) io.stdout.write(`${scoredEntityList(entities, layoutFor(io))}\n`);
    else io.stdout.write(`${await nothingNote(runtime, { signal })}\n`);
    printWarnings(warnings, io);
    return ExitCode.done;
  });
};

async function nothingNote(runtime: ILexichordRuntime, { signal }: CallOptions): Promise<string> {
  const { entities } = await runtime.knowledge.count({ signal });
  return entities === 0 ? emptyGraphNote : 'No entity matches the query. Try other or broader words.';
}

function toJson({ entity, score, signals, matchedTerms }: ScoredEntity): object {
  const { id, type, name, aliases, sources } = entity;
  return { id, type, name, score, signals, matchedTerms, aliases, sources };
}
