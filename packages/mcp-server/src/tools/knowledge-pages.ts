import {
  type CutEntity,
  IKnowledgeContextFormatter,
  IKnowledgeContextStrategy,
  type KnowledgeEntity,
} from '@lexichord/abstractions';

import { fitProduced } from '../answers/fit-produced.js';
import { joinSections } from '../answers/notes.js';
import type { Continuation, ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireWholeWorkspace } from '../calls/call-folders.js';
import { continuationHandle } from '../calls/continuation-store.js';

/** Agent whose knowledge configuration is used. */
export const knowledgeAgentId = 'copilot';

/** Entities that an answer about knowledge omitted because of its budget. */
export interface OmittedEntities {
  readonly query: string;
  readonly ids: readonly string[];
}

/** Entities cut because of the budget; limits on entities or of the licence also apply to later pages. */
export function omittedEntities(query: string, cut: readonly CutEntity[]): OmittedEntities {
  return { query, ids: cut.filter(({ reason }) => reason === 'over-budget').map(({ entityId }) => entityId) };
}

/** Continuation with the facts of omitted entities; `undefined` if there are none. */
export function restOfKnowledge(omitted: OmittedEntities, call: ToolCall): Continuation | undefined {
  if (omitted.ids.length === 0) return undefined;
  const { runtime, workspace } = call;
  return {
    key: ['lookup_knowledge', omitted.query, omitted.ids],
    next: (limits) => knowledgePage(omitted, { runtime, workspace, ...limits }),
  };
}

async function knowledgePage({ query, ids }: OmittedEntities, call: ToolCall): Promise<ToolAnswer> {
  const { runtime, folders, signal } = call;
  requireWholeWorkspace(folders);
  const strategy = runtime.resolve(IKnowledgeContextStrategy);
  const config = { ...strategy.getConfigForAgent(knowledgeAgentId), maxTokens: Number.MAX_SAFE_INTEGER };
  const all = await strategy.getKnowledgeContext({ agentId: knowledgeAgentId, query }, config, { signal });
  const wanted = new Set(ids);
  const entities = all.entities.filter(({ id }) => wanted.has(id));
  const formatter = runtime.resolve(IKnowledgeContextFormatter);
  const { answer } = await fitProduced(
    {
      produce: (maxTokens) => Promise.resolve(formatter.formatWithin({ ...all, entities }, config, maxTokens)),
      describe: (formatted) => {
        const includedIds = new Set(formatted.entities.map(({ id }) => id));
        const omitted = entities.filter(({ id }) => !includedIds.has(id));
        return Promise.resolve({ notes: 0, render: () => pageOf(formatted.content, { query, omitted, call }) });
      },
    },
    call.fit,
  );
  return answer;
}

function pageOf(
  content: string,
  {
    query,
    omitted,
    call,
  }: { readonly query: string; readonly omitted: readonly KnowledgeEntity[]; readonly call: ToolCall },
): ToolAnswer<object> {
  const left = `Left out: ${omitted.length} entities`;
  // Its own handle would lead to the same page.
  if (content === '' && omitted.length > 0) {
    return { text: `${left}, none of which fits. Ask with a larger budget_tokens.`, data: {} };
  }
  const rest = restOfKnowledge({ query, ids: omitted.map(({ id }) => id) }, call);
  const note =
    rest === undefined ? '' : `${left}. expand_context with the handle ${continuationHandle(rest)} shows them.`;
  const none = content === '' ? 'The knowledge graph has no more about it.' : content;
  return { text: joinSections([none, note]), data: {}, rest };
}
