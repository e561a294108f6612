import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { NewMessage } from '@lexichord/abstractions';
import { z } from 'zod';

/** A question about a conversation, and the messages that hold its answer. */
export interface ConversationQuestion {
  readonly text: string;
  readonly evidence: readonly string[];
  readonly kind: string;
}

/** A conversation with questions about it. */
export interface QuestionedConversation {
  readonly name: string;
  readonly messages: readonly (NewMessage & { readonly id: string })[];
  readonly questions: readonly ConversationQuestion[];
}

const conversationFile = z.object({
  id: z.string(),
  turns: z.array(z.object({ id: z.string(), speaker: z.string(), text: z.string(), date: z.string().optional() })),
  questions: z.array(
    z.object({ question: z.string(), evidence: z.array(z.string()), kind: z.string().default('question') }),
  ),
});

/** Kinds of questions that have no answer in the conversation. */
const unanswerable = 'adversarial';

/**
 * Reads a folder of JSON files `{ id, turns: [{ id, speaker, text, date? }], questions: [{ question, evidence: [turn ids], kind? }] }`,
 * which is how LoCoMo's conversations can be written. Questions without an answer are left out.
 */
export async function readConversations(folder: string): Promise<readonly QuestionedConversation[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const { id, turns, questions } = conversationFile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
      return {
        name: id,
        messages: turns.map((turn) => ({
          id: turn.id,
          role: 'user',
          speaker: turn.speaker,
          content: turn.text,
          timestampMs: turn.date === undefined ? undefined : momentOf(turn.date),
        })),
        questions: questions
          .filter(({ kind }) => kind !== unanswerable)
          .map(({ question, evidence, kind }) => ({ text: question, evidence, kind })),
      };
    }),
  );
}

/** ISO 8601, or as in `1:56 pm on 8 May, 2023`; in universal time. */
function momentOf(date: string): number | undefined {
  const [, time, half, day] = /^(\d{1,2}:\d{2}) (am|pm) on (.+)$/u.exec(date) ?? [];
  const moment = Date.parse(day === undefined ? date : `${day} ${time ?? ''} ${half ?? ''} UTC`);
  return Number.isNaN(moment) ? undefined : moment;
}
