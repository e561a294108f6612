import type { PanelCall } from '@lexichord/runtime';

import type { CommandSubjects } from './every-command.js';
import { messagesUntil } from './panel-messages.js';

/** Request bodies for each call of the panel's API. */
function bodiesOf({ document, query, conversation, segment }: CommandSubjects): Readonly<Record<PanelCall, object>> {
  return {
    listConversations: {},
    findDocuments: { words: document },
    openDocument: { path: document },
    editDocument: { path: document, content: '# Edited\n' },
    assemble: {
      request: { agentId: 'copilot', documentPath: document, hints: { query, conversationId: conversation } },
    },
    assembly: { correlationId: '1' },
    expandSegment: { segmentId: segment, fromLevel: 'brief', toLevel: 'full' },
    switchStrategy: { strategyId: 'style', enabled: false },
    cancel: { correlationId: '1' },
  };
}

/** Sends every call of a panel's API once, as a page would. @returns the answers, with the messages that they brought */
export async function callPanel(address: string, subjects: CommandSubjects): Promise<string> {
  const viewer = 'v'.repeat(22);
  const leaving = new AbortController();
  const events = await fetch(new URL(`events?viewer=${viewer}`, address), { signal: leaving.signal });
  const answers: string[] = [];
  for (const [call, body] of Object.entries(bodiesOf(subjects))) {
    const path = `api/${call.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    const answer = await fetch(new URL(path, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'lexichord-viewer': viewer },
      body: JSON.stringify(body),
    });
    answers.push(`${call}: ${answer.status} ${await answer.text()}`);
    if (call !== 'assemble' || !answer.ok) continue;
    answers.push(JSON.stringify(await messagesUntil(events, ['assembled', 'assembly-failed'])));
  }
  leaving.abort();
  return answers.join('\n');
}
