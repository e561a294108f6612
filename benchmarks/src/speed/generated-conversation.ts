import type { NewMessage } from '@lexichord/abstractions';

import { type Random, pick, wholeNumber } from '../seeded-random.js';
import { nouns, sentence, verbs } from './generated-code.js';

const minuteMs = 60_000;
const start = Date.UTC(2026, 0, 5, 9);

/** What a conversation turns to from time to time. */
const themes = ['the release', 'the invoices', 'the search', 'the login', 'the report', 'the import'] as const;

/**
 * A conversation of a user and an assistant about changing themes, with decisions, numbers, errors and outputs of tools.
 *
 * @param messages how many
 */
export function generatedConversation(messages: number, random: Random): readonly NewMessage[] {
  let theme: string = themes[0];
  let timestampMs = start;
  return Array.from({ length: messages }, (_unused, index): NewMessage => {
    if (random() < 0.06) {
      theme = pick(random, themes);
      timestampMs += wholeNumber(random, 2, 40) * 60 * minuteMs;
    }
    timestampMs += wholeNumber(random, 1, 6) * minuteMs;
    if (random() < 0.08) return { role: 'tool', content: toolOutput(random, index), timestampMs };
    const role = index % 2 === 0 ? 'user' : 'assistant';
    return { role, content: statement(theme, random, index), timestampMs };
  });
}

function statement(theme: string, random: Random, index: number): string {
  const sentences = Array.from({ length: wholeNumber(random, 1, 7) }, () => sentence(random));
  const remark = pick(random, [
    `Let us go with the ${pick(random, nouns)} for ${theme}.`,
    `Could you ${pick(random, verbs)} the ${pick(random, nouns)} of ${theme}?`,
    `It took ${wholeNumber(random, 2, 900)} ms for ${wholeNumber(random, 10, 90_000)} rows.`,
    `I will ${pick(random, verbs)} src/${pick(random, nouns)}/${pick(random, nouns)}${index}.ts by Friday.`,
    `No, it is ${wholeNumber(random, 1_000, 9_000)} and not ${wholeNumber(random, 1_000, 9_000)}.`,
    `That is how ${theme} works today.`,
  ]);
  return [...sentences, remark].join(' ');
}

function toolOutput(random: Random, index: number): string {
  const failed = `Error: ${pick(random, nouns)} ${index} failed with exit code ${wholeNumber(random, 1, 9)}`;
  const lines = Array.from({ length: wholeNumber(random, 3, 20) }, () => `ok ${sentence(random)}`);
  return [...lines, random() < 0.5 ? failed : 'done'].join('\n');
}
