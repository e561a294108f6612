import type { AnchorRule, SpokenSentence } from './anchor-rule.js';
import { findCodeArtefact, findError, findFact } from './fact-rules.js';
import { findCommitment, findCorrection, findDecision, findPreference } from './statement-rules.js';

const said = (text: string, given: Partial<SpokenSentence> = {}): SpokenSentence => ({
  sentence: { message: 0, start: 0, end: text.length, kind: 'prose', terms: [], phrases: [] },
  text,
  lower: text.toLowerCase(),
  role: 'user',
  isTool: false,
  isTalk: true,
  isQuestion: text.endsWith('?'),
  ...given,
});

const importanceOf = (rule: AnchorRule, text: string, given?: Partial<SpokenSentence>): number =>
  rule(said(text, given))?.importance ?? 0;

describe.each([
  [
    'findCommitment',
    findCommitment,
    ["I'll send it by Friday.", 'I promise to look after the cat.', 'We will deliver before the end of March.'],
    ["I'll write the tests.", 'Maria will call the bank tomorrow.', "I'm planning to move."],
    ["I'll never forget it.", "I'll be honest.", 'You will love it.', 'Will I see you?', 'I went home.'],
  ],
  [
    'findDecision',
    findDecision,
    [
      'We decided to use PostgreSQL.',
      'Decision: no cookies.',
      'The decision is final.',
      'They agreed on June.',
      'Agreed, let us go with the smaller one.',
      "Let's go with the blue one.",
      'Fine, WireGuard it is.',
    ],
    ['We are going with plan B.', 'Make it 30, the auditors want a month.', 'Call it toolshed.', 'Yes. Do it.'],
    ['Should we decide now?', 'It is a hard choice.', 'Agreed to disagree.', 'I know what it is about.'],
  ],
  [
    'findCorrection',
    findCorrection,
    ["No, it's 5432, not 5433.", 'Corrected: the meeting is at ten.', 'Sorry, I meant Tuesday.', 'That is wrong.'],
    ['It was the green one, not the red one.', 'Actually, the port is closed.'],
    ['No problem.', 'Is it not late?', 'I am not tired.'],
  ],
  [
    'findPreference',
    findPreference,
    ['From now on, answer in French.', 'I prefer tabs.', 'Please never use emojis.', 'Good, and never delete rows.'],
    ['My favorite colour is green.', 'I hate olives.', "Please don't use semicolons."],
    ['Always here to help.', 'Do I like it?', 'It rains.'],
  ],
  [
    'findError',
    findError,
    [
      'TypeError: x is not a function',
      'npm ERR! missing script: start',
      'Command failed with exit code 137',
      'error TS2304: no',
    ],
    ['The server returned 503 again.', 'It failed to connect.', 'I get a NullPointerException there.'],
    ["Can't wait for it!", 'Everything is fine.', 'exit code 0'],
  ],
  [
    'findFact',
    findFact,
    [],
    [
      'The port is 5432.',
      'It costs $1,200.',
      'We use version 3.2.1.',
      'My dog is called Rex.',
      'The release is on 2024-05-01.',
      'We met on 3 May.',
      'The file has 20 MB.',
      'See ticket ABC-123.',
      'Write to ann@example.com.',
      'I adopted a dog last week.',
    ],
    ['It is nice.', 'You may go.', 'One of them.'],
  ],
  [
    'findCodeArtefact',
    findCodeArtefact,
    [],
    [
      'Look at src/auth/login.ts:12 please.',
      'See https://example.com/a?b=c.',
      'Run `npm run build -- --watch` now.',
      'It is in main.py.',
    ],
    ['And so on.', 'He/she said so.', 'At 10:30.'],
  ],
] as const)('%s', (_name, rule, indispensable, found, passed) => {
  it('keeps some whatever they cost', () => {
    for (const text of indispensable) expect([text, importanceOf(rule, text) >= 0.8]).toEqual([text, true]);
  });

  it('finds others, which are worth less', () => {
    for (const text of found) {
      const importance = importanceOf(rule, text);
      expect([text, importance > 0.3 && importance < 0.8]).toEqual([text, true]);
    }
  });

  it('passes over the rest', () => {
    for (const text of passed) expect([text, importanceOf(rule, text)]).toEqual([text, 0]);
  });

  it.each([
    'x '.repeat(20_000),
    'actually, not '.repeat(5_000),
    "I'll ".repeat(10_000),
    'a/'.repeat(20_000),
    '9'.repeat(40_000),
  ])('takes no longer than a text deserves: %#', (text) => {
    expect(importanceOf(rule, text)).toBeLessThanOrEqual(1);
  });
});

it('cuts artefacts out of their sentences', () => {
  const textOf = (text: string): string | undefined => {
    const found = findCodeArtefact(said(text));
    return found && text.slice(found.start, found.end);
  };

  expect(textOf('Look at src/auth/login.ts:12 please.')).toBe('src/auth/login.ts:12');
  expect(textOf('Run `git push --force` now.')).toBe('git push --force');
  expect(textOf('$ kubectl get pods ')).toBe('kubectl get pods');
  expect(textOf('export async function readAll(path: string): Promise<void> {')).toBe(
    'export async function readAll(path: string): Promise<void>',
  );
});

it('takes little account of what an assistant announces, and none of what tools say of themselves', () => {
  expect(importanceOf(findCommitment, "I'll run the tests.", { role: 'assistant' })).toBeLessThan(0.4);
  expect(importanceOf(findPreference, 'I prefer tabs.', { role: 'assistant' })).toBe(0);
  expect(importanceOf(findDecision, 'We decided to go.', { isTalk: false })).toBe(0);
});
