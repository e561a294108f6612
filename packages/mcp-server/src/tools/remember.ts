import { conversationRoles } from '@lexichord/abstractions';
import { z } from 'zod';

import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import { screened } from '../answers/screened.js';
import { conversationUri } from '../resources/resource-uris.js';
import { budgetField, idField, warningsField } from './shared-fields.js';
import { defineTool } from './tool-definition.js';

/** Messages of one call. */
const maxMessages = 200;

/** Longest message, in UTF-16 units. */
const maxMessageLength = 200_000;

const message = z.strictObject({
  role: z.enum(conversationRoles),
  content: z.string().min(1).max(maxMessageLength),
  speaker: z.string().min(1).max(200).optional().describe('Name of the speaker, where several people have one role.'),
  id: idField.optional().describe('With an id, a message that is sent twice is stored once.'),
});

const input = z.strictObject({
  conversation_id: idField.describe('A name of your choice; the same one adds to the same conversation.'),
  messages: z.array(message).min(1).max(maxMessages).describe('In their order.'),
  budget_tokens: budgetField,
});

const output = z.object({
  conversation_id: z.string(),
  added: z.int(),
  known: z.int().describe('Messages that were stored before.'),
  messages: z.int().describe('Messages of the conversation now.'),
  warnings: warningsField,
});

/** `remember`: the one tool that writes. */
export const remember = defineTool({
  name: 'remember',
  title: 'Remember messages (writes)',
  description:
    'Write messages, notes or decisions to long-term memory, to be recalled in later sessions. Use it when the user asks ' +
    'you to remember, save, store or note something, and at the end of a session. Stores the messages unchanged; ' +
    'recall_conversation brings them back.',
  input,
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  reach: 'workspace',
  run: async ({ conversation_id: conversationId, messages }, call) => {
    const { runtime, workspace, signal } = call;
    const report = await runtime.memory.add(conversationId, messages, { signal });
    workspace.changes.publish(conversationUri(conversationId));
    const { id, warnings } = await screened({ id: conversationId, warnings: shownWarnings(report.warnings) }, call);
    const { added, known, messages: total } = report;
    const repeated = known === 0 ? '' : ` ${known} were known before.`;
    const text = `Stored ${added} messages in "${id}", which has ${total} now.${repeated}`;
    return {
      text: joinSections([text, warningLines(warnings)]),
      data: { conversation_id: id, added, known, messages: total, warnings },
    };
  },
});
