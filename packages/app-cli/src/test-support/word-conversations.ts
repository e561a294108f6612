import { aPreparedFolder } from './prepared-folder.js';
import { runJson } from './run-command.js';

/** Subjects of the messages of such a conversation, in order. */
export const words: readonly string[] = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

/** A message as a line of a conversation file. */
export const message = (text: string): string => `${JSON.stringify({ role: 'user', content: text })}\n`;

/** A workspace with conversations of five messages, each message added by a command of its own. */
export function withWordsIn(...conversations: readonly string[]): Promise<string> {
  return aPreparedFolder({
    name: `words-in-${conversations.join('-')}`,
    files: {},
    prepare: async (workingDirectory) => {
      for (const conversation of conversations) {
        for (const word of words) {
          const stdin = message(`The word is ${word}.`);
          await runJson(['memory', 'add', '-', '--conversation', conversation], { workingDirectory, stdin });
        }
      }
    },
  });
}

/** The hash that a conversation ends with. */
export async function headOf(workingDirectory: string, conversation: string): Promise<string> {
  return String((await runJson(['memory', 'verify', conversation], { workingDirectory }))['head']);
}
