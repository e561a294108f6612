import {
  ErrorCode,
  type FoundConversation,
  IConversationArchive,
  LexichordError,
  type RecalledContext,
  isLexichordError,
} from '@lexichord/abstractions';
import { countOf } from '@lexichord/platform/number-text';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections } from '../answers/notes.js';
import { unnamedOmissions } from '../answers/omission-pages.js';
import { omissionText } from '../answers/omissions.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireWholeWorkspace } from '../calls/call-folders.js';
import { type ListPage, pageOfList } from '../calls/paged-list.js';
import { budgetField, idField, leftOutSchema, queryField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

/** Maximum number of other conversations that an answer names. */
const maxOthers = 5;

const input = z.strictObject({
  conversation_id: idField
    .optional()
    .describe('Which conversation. Leave it out if you do not know: the query finds it.'),
  query: queryField.optional().describe('What you want to know: the messages about it come word by word.'),
  budget_tokens: budgetField,
});

const output = z.object({
  conversation_id: z.string().optional().describe('The recalled conversation.'),
  context: z.string().describe('Its text, in its order.'),
  context_tokens: z.int(),
  original_tokens: z.int().describe('Tokens of the whole conversation.'),
  left_out: z.array(leftOutSchema).describe('Segments that did not fit; expand_context with a handle shows one.'),
  left_out_total: z.int(),
  more: z.string().optional().describe('Handle for expand_context: shows the rest of the list that was left out.'),
  conversations: z
    .array(
      z.object({
        id: z.string(),
        messages: z.int(),
        relevance: z.number().optional().describe('0 to 1, to compare the conversations of one answer.'),
      }),
    )
    .describe(
      'Without a conversation_id: those that have words of the query, best first and the recalled one among them; ' +
        'without a query, all stored ones.',
    ),
});

type RecallAnswer = ToolAnswer<z.output<typeof output>>;

/** `recall_conversation`. */
export const recallConversation = defineTool({
  name: 'recall_conversation',
  title: 'Recall a conversation',
  description:
    'Remind yourself of an earlier chat or session with the user: what was said, decided, agreed, promised or left open ' +
    'before, even long ago. Gives the last turns, the messages that matter to your question word by word, and summaries ' +
    'of the rest. Without a conversation_id it recalls the one that the query is most about and names others; without ' +
    'a query, too, it lists the stored conversations. Has what was stored with remember.',
  input,
  output,
  annotations: readOnly,
  reach: 'workspace',
  run: async ({ conversation_id: conversationId, query = '' }, call) => {
    if (conversationId !== undefined) return recallOne(conversationId, { query, found: [] }, call);
    const { runtime, signal } = call;
    const found = await runtime.memory.find(query, { signal });
    const [best] = found;
    if (best !== undefined) return recallOne(best.conversationId, { query, found }, call);
    return listConversations(query === '' ? '' : nothingFound, call);
  },
});

const nothingFound = 'No stored conversation has a word of the query; common words such as "what" are not searched. ';

/** A question, and the conversations that it was found in. */
interface RecallQuestion {
  readonly query: string;
  /** The most relevant first; empty for a named conversation. */
  readonly found: readonly FoundConversation[];
}

async function recallOne(
  conversationId: string,
  { query, found }: RecallQuestion,
  call: ToolCall,
): Promise<RecallAnswer> {
  const { runtime, signal } = call;
  const { conversations } = await screenOutput({ conversations: found.map(listedConversation) }, call);
  const { answer } = await fitProduced(
    {
      produce: (budget) => runtime.memory.recall(conversationId, query, { budget, signal }).catch(adviseAgent),
      describe: (recalled) =>
        Promise.resolve(describeRecall(recalled, { key: [conversationId, query], conversations })),
    },
    call.fit,
  );
  return answer;
}

/** Names the tool that an agent has, in place of the command that a user has. @throws every error */
function adviseAgent(error: unknown): never {
  if (!isLexichordError(error) || error.code !== ErrorCode.notFound) throw error;
  const { details } = error;
  throw new LexichordError(
    ErrorCode.notFound,
    `No conversation ${JSON.stringify(details['conversationId'])} is stored. Call recall_conversation with a query alone, which finds one, or without both, which lists them.`,
    { details, cause: error },
  );
}

function listedConversation({
  conversationId: id,
  messages,
  relevance,
}: Omit<FoundConversation, 'relevance'> & Partial<FoundConversation>): ListedConversation {
  return { id, messages, ...(relevance === undefined ? {} : { relevance: Math.round(relevance * 100) / 100 }) };
}

/** The request of a recall. */
interface RecallRequest {
  /** Identifies it. */
  readonly key: readonly string[];
  /** The conversations that the query was found in, the recalled one first; empty for a named one. */
  readonly conversations: readonly ListedConversation[];
}

function describeRecall(
  recalled: RecalledContext,
  { key, conversations }: RecallRequest,
): DescribedText<z.output<typeof output>> {
  const { conversationId, content, totalTokens, originalTokens } = recalled;
  const [chosen, ...others] = conversations;
  const offered = others.slice(0, maxOthers);
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
    notes: offered.length + leftOut.length,
    render: (notes) => {
      const shownOthers = offered.slice(0, notes);
      const named = leftOut.slice(0, Math.max(0, notes - offered.length));
      const { rest, more, note } = unnamedOmissions(omissions, named.length);
      const omitted = omissionText({
        ...{ things: 'segments', total: leftOut.length, named },
        how: `${how} ${note}`.trimEnd(),
      });
      return {
        text: joinSections([
          chosen === undefined ? '' : `The conversation that matches the query best, ${lineOf(chosen)}:`,
          content === '' ? 'Nothing of the conversation fits.' : content,
          omitted,
          othersText(shownOthers, others.length),
        ]),
        data: {
          ...{ conversation_id: conversationId, context: content },
          ...{ context_tokens: totalTokens, original_tokens: originalTokens },
          left_out: named.map(({ name, reason }) => ({ handle: name, reason })),
          ...{ left_out_total: leftOut.length, more },
          conversations: chosen === undefined ? [] : [chosen, ...shownOthers],
        },
        rest,
      };
    },
  };
}

/** @param total number of conversations that the query is about, besides the recalled one */
function othersText(shown: readonly ListedConversation[], total: number): string {
  if (total === 0) return '';
  if (shown.length === 0) return `Words of the query are in ${total} other conversations, too.`;
  const count = shown.length === total ? '' : `, the best ${shown.length} of ${total}`;
  return [`Others with words of the query (a conversation_id recalls one)${count}:`, ...shown.map(lineOf)].join('\n');
}

/** With controls escaped: an id with line ends could show a conversation, or a turn, that is none. */
function lineOf({ id, messages, relevance }: ListedConversation): string {
  return `${toTerminalLine(id)} (${countOf(messages, 'message')}${relevance === undefined ? '' : `, relevance ${relevance}`})`;
}

/** Conversations belong to no folder. */
function requireAllOfIt({ folders }: Pick<ToolCall, 'folders'>): void {
  requireWholeWorkspace(folders);
}

/** @param about sentence before the list; empty for none */
async function listConversations(about: string, call: ToolCall): Promise<RecallAnswer> {
  const { runtime, signal } = call;
  const heads = await runtime.memory.list({ signal });
  const damaged = await runtime.resolve(IConversationArchive).unlisted({ signal });
  const { conversations } = await screenOutput({ conversations: heads.map(listedConversation) }, call);
  const list = {
    key: ['recall_conversation', conversations],
    items: conversations,
    check: requireAllOfIt,
    render: (page: ListPage<ListedConversation>) => conversationsPage(page, `${about}${damageText(damaged.length)}`),
  };
  return pageOfList(list, 0, call);
}

function damageText(count: number): string {
  if (count === 0) return '';
  return `${countOf(count, 'conversation')} ${count === 1 ? 'is' : 'are'} damaged and not listed: ask the user to run "lexichord doctor --repair". `;
}

type ListedConversation = z.output<typeof output>['conversations'][number];

function conversationsPage({ shown, before, after, more }: ListPage<ListedConversation>, about: string): RecallAnswer {
  const lines = shown.map(lineOf);
  const isEmpty = before + shown.length + after === 0;
  const head = `${about}${isEmpty ? 'No conversation is stored. remember stores one.' : 'Stored conversations:'}`;
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
