import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { seededRandom } from '../seeded-random.js';
import { generatedConversation } from '../speed/generated-conversation.js';

const messages = 120;

const messagesPerQuestion = 15;

/** Writes a conversation with questions into a folder, and returns the folder. */
export async function writeConversations(folder: string): Promise<string> {
  const conversations = join(folder, 'conversations');
  await mkdir(conversations, { recursive: true });
  const turns = generatedConversation(messages, seededRandom(5)).map(({ role, content, timestampMs }, index) => ({
    id: `turn-${index}`,
    speaker: role,
    text: content,
    ...(timestampMs === undefined ? {} : { date: new Date(timestampMs).toISOString() }),
  }));
  const questions = turns
    .filter((_turn, index) => index % messagesPerQuestion === 0)
    .map(({ id, text }) => ({ question: `Who said: ${text.split('. ').at(-1) ?? text}`, evidence: [id] }));
  await writeFile(join(conversations, 'generated.json'), JSON.stringify({ id: 'generated', turns, questions }));
  return conversations;
}
