import type { ConversationHead, RecalledContext } from '@lexichord/abstractions';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections } from '../answers/notes.js';
import { unnamedOmissions } from '../answers/omission-pages.js';
import { omissionText } from '../answers/omissions.js';
import { screened } from '../answers/screened.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireWholeWorkspace } from '../calls/call-folders.js';
import { type ListPage, pageOfList } from '../calls/paged-list.js';
import { budgetField, idField, leftOutSchema, queryField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

const input = z.strictObject({
  conversation_id: idField.optional().describe('Which conversation. Leave it out for the list of what is stored.'),
  query: queryField.optional().describe('What you want to know of it: the messages about it come word by word.'),
  budget_tokens: budgetField,
});

const output = z.object({
  context: z.string().describe('The recalled conversation, in its order.'),
  context_tokens: z.int(),
  original_tokens: z.int().describe('Tokens of the whole conversation.'),
  left_out: z.array(leftOutSchema).describe('Segments that did not fit; expand_context with a handle shows one.'),
  left_out_total: z.int(),
  more: z.string().optional().describe('Handle for expand_context: shows the rest of the list that was left out.'),
  conversations: z
    .array(z.object({ id: z.string(), messages: z.int() }))
    .describe('Stored conversations, when none was named.'),
});

type RecallAnswer = ToolAnswer<z.output<typeof output>>;

/** `recall_conversation`. */
export const recallConversation = defineTool({
  name: 'recall_conversation',
  title: 'Recall a conversation',
  description:
    'Remind yourself of an earlier chat or session with the user: what was said, decided, agreed, promised or left open ' +
    'before, even long ago. Gives the last turns, the messages that matter to your question word by word, and summaries ' +
    'of the rest. Without a conversation_id it lists the stored conversations.',
  input,
  output,
  annotations: readOnly,
  reach: 'workspace',
  run: async ({ conversation_id: conversationId, query = '' }, call) => {
    if (conversationId === undefined) return listConversations(call);
    const { runtime, signal } = call;
    const { answer } = await fitProduced(
      {
        produce: (budget) => runtime.memory.recall(conversationId, query, { budget, signal }),
        describe: (recalled) => Promise.resolve(describeRecall(recalled, [conversationId, query])),
      },
      call.fit,
    );
    return answer;
  },
});

/** @param key identifies the request */
function describeRecall(recalled: RecalledContext, key: readonly string[]): DescribedText<z.output<typeof output>> {
  const { content, totalTokens, originalTokens } = recalled;
  const leftOut = recalled.leftOut.map(({ segmentId, tokens }) => ({
    name: segmentId,
    reason: `over budget, ${tokens} tokens`,
  }));
  const how =
    'expand_context with a handle shows one; a query brings what it is about; a larger budget_tokens takes more.';
  const omissions = {
    ...{ things: 'segments', items: leftOut, how: 'expand_context with a handle shows one.' },
    key: ['recall_conversation', ...key, leftOut],
    check: requireAllOfIt,
  };
  return {
    notes: leftOut.length,
    render: (notes) => {
      const named = leftOut.slice(0, notes);
      const { rest, more, note } = unnamedOmissions(omissions, notes);
      const omitted = omissionText({
        ...{ things: 'segments', total: leftOut.length, named },
        how: `${how} ${note}`.trimEnd(),
      });
      return {
        text: joinSections([content === '' ? 'Nothing of the conversation fits.' : content, omitted]),
        data: {
          ...{ context: content, context_tokens: totalTokens, original_tokens: originalTokens },
          left_out: named.map(({ name, reason }) => ({ handle: name, reason })),
          ...{ left_out_total: leftOut.length, more, conversations: [] },
        },
        rest,
      };
    },
  };
}

/** Conversations belong to no folder. */
function requireAllOfIt({ folders }: Pick<ToolCall, 'folders'>): void {
  requireWholeWorkspace(folders);
}

async function listConversations(call: ToolCall): Promise<RecallAnswer> {
  const heads = await call.runtime.memory.list({ signal: call.signal });
  const known = heads.map(({ conversationId, messages }: ConversationHead) => ({ id: conversationId, messages }));
  const { conversations } = await screened({ conversations: known }, call);
  const list = {
    key: ['recall_conversation', conversations],
    items: conversations,
    check: requireAllOfIt,
    render: conversationsPage,
  };
  return pageOfList(list, 0, call);
}

type ListedConversation = z.output<typeof output>['conversations'][number];

function conversationsPage({ shown, before, after, more }: ListPage<ListedConversation>): RecallAnswer {
  const lines = shown.map(({ id, messages }) => `${id} (${messages} messages)`);
  const isEmpty = before + shown.length + after === 0;
  const head = isEmpty ? 'No conversation is stored. remember stores one.' : 'Stored conversations:';
  const how =
    more === undefined ? 'A larger budget_tokens shows them.' : `expand_context with the handle ${more} shows them.`;
  return {
    text: joinSections([[head, ...lines].join('\n'), after === 0 ? '' : `Left out: ${after} more. ${how}`]),
    data: {
      ...{ context: '', context_tokens: 0, original_tokens: 0 },
      ...{ left_out: [], left_out_total: after, more, conversations: [...shown] },
    },
  };
}
