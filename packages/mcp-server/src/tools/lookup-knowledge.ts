import type { KnowledgeContextFragment } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections, shownWarnings } from '../answers/notes.js';
import { omissionText } from '../answers/omissions.js';
import type { ToolCall } from '../calls/call-context.js';
import { continuationHandle } from '../calls/continuation-store.js';
import { knowledgeAgentId, restOfKnowledge, omittedEntities } from './knowledge-pages.js';
import { budgetField, maxNamed, queryField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

const input = z.strictObject({
  query: queryField.describe('What you want to know, or the name of an endpoint, a parameter, a schema or a term.'),
  budget_tokens: budgetField,
});

const output = z.object({
  context: z.string().describe('The facts, their relationships and the rules that bind them.'),
  context_tokens: z.int(),
  entities: z.array(z.object({ type: z.string(), name: z.string() })).describe('What the facts are about, best first.'),
  left_out: z
    .array(z.object({ type: z.string(), name: z.string(), reason: z.string() }))
    .describe('Entities that are not in it; a query for the name of one finds it.'),
  left_out_total: z.int(),
  more: z.string().optional().describe('Handle for expand_context: shows the facts that the budget left out.'),
  notes: z.array(z.string()),
});

/** `lookup_knowledge`. */
export const lookupKnowledge = defineTool({
  name: 'lookup_knowledge',
  title: 'Look up knowledge of the product',
  description:
    'Look up facts of the product in its knowledge graph: what the glossary says of a term, the parameters of an API ' +
    'endpoint, the fields of a schema, the business rules and constraints that hold for them. It knows what was imported ' +
    'from specifications and documentation, and no code: for code, use search_code.',
  input,
  output,
  annotations: readOnly,
  reach: 'workspace',
  run: async ({ query }, call) => {
    const { runtime, signal } = call;
    const { answer } = await fitProduced(
      {
        produce: (tokenBudget) =>
          runtime.knowledge.context({ agentId: knowledgeAgentId, query, tokenBudget }, { signal }),
        describe: (found) => describeKnowledge(found, query, call),
      },
      call.fit,
    );
    return answer;
  },
});

async function describeKnowledge(
  found: KnowledgeContextFragment,
  query: string,
  call: ToolCall,
): Promise<DescribedText<z.output<typeof output>>> {
  const plain = {
    entities: found.entities.map(({ type, name }) => ({ type, name })),
    leftOut: found.cut.map(({ type, name, reason }) => ({ type, name, reason })),
    notes: found.notes,
  };
  const { entities, leftOut, notes: all } = await screenOutput(plain, call);
  const notes = shownWarnings(all);
  const { content, tokenEstimate } = found;
  const rest = restOfKnowledge(omittedEntities(query, found.cut), call);
  const more = rest && continuationHandle(rest);
  const byHandle = more === undefined ? '' : ` expand_context with the handle ${more} shows what had no room.`;
  const how = `Ask for one by its name, or with a larger budget_tokens.${byHandle}`;
  return {
    notes: Math.min(leftOut.length, maxNamed),
    render: (count) => {
      const named = leftOut.slice(0, count);
      const omitted = omissionText({
        ...{ things: 'entities', total: leftOut.length, how },
        named: named.map(({ type, name, reason }) => ({ name: `${type} ${name}`, reason })),
      });
      return {
        text: joinSections([
          content === '' ? 'The knowledge graph has nothing about it.' : content,
          omitted,
          notes.join('\n'),
        ]),
        data: {
          ...{ context: content, context_tokens: tokenEstimate, entities },
          ...{ left_out: named, left_out_total: leftOut.length, more, notes },
        },
        rest,
      };
    },
  };
}
