import { type MemoryReport, conversationRoles } from '@lexichord/abstractions';
import { countOf, formatCount } from '@lexichord/platform/number-text';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import type { AnswerFit } from '../answers/answer-fit.js';
import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import { conversationUri } from '../resources/resource-uris.js';
import { budgetField, fitMessage, idField, maxTextsLength, tooLongTogether, warningsField } from './shared-fields.js';
import { defineTool } from './tool-definition.js';

/** Maximum number of messages in a call. */
const maxMessages = 200;

/** Maximum length of a message, in UTF-16 units. */
const maxMessageLength = 200_000;

const message = z.strictObject({
  role: z.enum(conversationRoles),
  content: z.string().min(1).max(maxMessageLength),
  speaker: z.string().min(1).max(200).optional().describe('Name of the speaker, where several people have one role.'),
  id: idField.optional().describe('With an id, a message that is sent twice is stored once.'),
});

const input = z.strictObject({
  conversation_id: idField.describe(
    'A name of your choice, such as preferences; the same one adds to the same conversation.',
  ),
  messages: z
    .array(message)
    .min(1)
    .max(maxMessages)
    .refine((messages) => fitMessage(messages.map(({ content }) => content)), { error: tooLongTogether })
    .describe(`In their order; together at most ${maxTextsLength} characters.`),
  budget_tokens: budgetField,
});

const output = z.object({
  conversation_id: z.string().describe('Its end is left out where the budget is too small.'),
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
    const { changes, stores } = workspace;
    const report = await stores.write(
      () => runtime.memory.add(conversationId, messages, { signal }),
      ({ added, messages: stored }) => {
        // If all messages are new, the conversation is, too.
        if (added > 0 && added === stored) changes.publishList();
        changes.publish(conversationUri(conversationId));
      },
    );
    const { id, warnings } = await screenOutput({ id: conversationId, warnings: report.warnings }, call);
    return fitted(report, { id, warnings: shownWarnings(warnings) }, call.fit);
  },
});

type RememberAnswer = ToolAnswer<z.output<typeof output>>;

/** Data of an answer. */
interface Named {
  readonly id: string;
  readonly warnings: string[];
}

/**
 * Creates the answer with as many warnings as fit; without warnings, the id may be shortened. Never throws: after an
 * error the caller would store the same messages again.
 */
function fitted(report: MemoryReport, { id, warnings }: Named, fit: AnswerFit): RememberAnswer {
  const withWarnings = (count: number): RememberAnswer => answerOf(report, { id, warnings: warnings.slice(0, count) });
  const fitting = fit.maxFitting(warnings.length, withWarnings);
  if (fitting !== -1) return withWarnings(fitting);
  const withIdOf = (tokens: number): RememberAnswer =>
    answerOf(report, { id: `${fit.cut(id, tokens)}…`, warnings: [] });
  return withIdOf(Math.max(0, fit.maxFitting(fit.budgetTokens, withIdOf)));
}

function answerOf({ added, known, messages }: MemoryReport, { id, warnings }: Named): RememberAnswer {
  const repeated = known === 0 ? '' : ` ${known} ${known === 1 ? 'was' : 'were'} already stored.`;
  const text = `Stored ${countOf(added, 'message')} in "${id}", which has ${formatCount(messages)} now.${repeated}`;
  return {
    text: joinSections([text, warningLines(warnings)]),
    data: { conversation_id: id, added, known, messages, warnings },
  };
}
