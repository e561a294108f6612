import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type SecretExample, allSecretExamples, secretExample } from '@lexichord/testing';
import fc from 'fast-check';

import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

const aws = secretExample('aws-access-key', 0);
const github = secretExample('github', 0);
const key = secretExample('private-key', 0);
const values = [aws, github, key].flatMap((example) => example.values);

const facts = `knowledge: 1
entities:
  - type: Component
    name: Billing
    properties:
      owner: Ada
      note: The billing service signs with ${aws.text} in production.
      settings: { deployToken: ${github.text} }
`;

const chat = [
  { role: 'user', content: `Billing cannot log in. The key is ${aws.text}, is it the right one?` },
  { role: 'assistant', content: `We decided to use ${github.text} for billing from now on.` },
  { role: 'user', content: `Then I promise to store this key for billing by Friday:\n${key.text}\nThanks.` },
];

const page = [
  ...['# Billing', '', `The key of billing is ${aws.text} and the token ${github.text}.`, ''],
  ...['```', key.text, '```', '', 'Billing is a service.', ''],
].join('\n');

/** Everything that a command printed, in both ways of printing. */
async function printed(argv: readonly string[], workingDirectory: string): Promise<string> {
  const plain = await runCommand(argv, { workingDirectory });
  const json = await runCommand([...argv, '--json'], { workingDirectory });
  expect([plain.exitCode, json.exitCode]).toEqual([0, 0]);
  return [plain, json].map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

function expectNone(text: string, secrets: readonly string[] = values): void {
  for (const value of secrets) expect(text.includes(value) ? `the secret ${value}` : '').toBe('');
}

describe('secrets', () => {
  let root: string;

  beforeAll(async () => {
    root = aFolder({
      '.agent/.keep': '',
      'facts.yaml': facts,
      'chat.jsonl': chat.map((line) => `${JSON.stringify(line)}\n`).join(''),
      'billing.md': page,
      'src/billing.ts': `export const billing = '${github.text}';\nexport function charge() { return billing; }\n`,
    });
    for (const argv of [
      ['knowledge', 'import', 'facts.yaml'],
      ['memory', 'add', 'chat.jsonl', '--conversation', 'chat'],
      ['index'],
      ['strategies', 'enable', 'repository'],
    ]) {
      const { exitCode, stderr } = await runCommand(argv, { workingDirectory: root });
      expect([argv, exitCode, stderr]).toEqual([argv, 0, expect.any(String)]);
    }
  });

  it('knowledge context has none, and names entity and rule', async () => {
    const argv = ['knowledge', 'context', 'billing service'];

    const text = await printed(argv, root);

    expectNone(text);
    expect(text).toContain('signs with [secret: aws-access-key] in production.');
    const { secrets, content, tokenCount } = await runJson(argv, { workingDirectory: root });
    expect(secrets).toEqual([
      { rule: 'aws-access-key', place: 'Component Billing' },
      { rule: 'github', place: 'Component Billing' },
    ]);
    expect((await runCommand(argv, { workingDirectory: root })).stderr).toMatch(
      /Secrets that were replaced\n +aws-access-key +Component Billing\n +github +Component Billing/u,
    );
    expect([typeof content, typeof tokenCount]).toEqual(['string', 'number']);
  });

  it('memory recall has none, and names message and rule', async () => {
    const argv = ['memory', 'recall', 'chat', 'which token do we use for billing', '--budget', '500'];

    const text = await printed(argv, root);

    expectNone(text);
    expect(text).toContain('We decided to use [secret: github] for billing from now on.');
    expect((await runJson(argv, { workingDirectory: root }))['secrets']).toEqual([
      { rule: 'aws-access-key', place: 'conversation chat, message 1' },
      { rule: 'github', place: 'conversation chat, message 2' },
      { rule: 'private-key', place: 'conversation chat, message 3' },
    ]);
  });

  it.each(['full', 'detailed', 'brief', 'tags'])('memory show --level %s has none', async (level) => {
    expectNone(await printed(['memory', 'show', 'chat', '--level', level], root));
  });

  it('memory expand has none in its text, and the originals beside it; memory export gives back every byte', async () => {
    const shown = await runJson(['memory', 'show', 'chat'], { workingDirectory: root });
    const [segment] = shown['segments'] as readonly { readonly segmentId: string }[];
    const argv = ['memory', 'expand', segment?.segmentId ?? '', '--from', 'tags', '--to', 'full', '--cascade'];

    const { stdout, stderr } = await runCommand(argv, { workingDirectory: root });
    const { steps } = (await runJson(argv, { workingDirectory: root })) as {
      readonly steps: readonly {
        readonly content: string;
        readonly messages?: readonly { readonly content: string }[];
      }[];
    };

    expectNone(stdout + stderr);
    expectNone(JSON.stringify(steps.map(({ content }) => content)));
    expect(stderr).toContain('conversation chat, message 3');
    expect(steps.at(-1)?.messages?.map(({ content }) => content)).toEqual(chat.map(({ content }) => content));
    const exported = await runCommand(['memory', 'export', 'chat'], { workingDirectory: root });
    expect(exported.stdout).toBe(readFileSync(join(root, 'chat.jsonl'), 'utf8'));
  });

  it('assemble has none, from no source, and names file, conversation and entity', async () => {
    const argv = ['assemble', 'billing.md', '--query', 'billing service', '--conversation', 'chat'];
    const selecting = [...argv, '--cursor', '3:30', '--select-range', '3:1-6:10', '--agent', 'copilot'];

    expectNone(await printed(argv, root));
    expectNone(await printed(selecting, root));
    expectNone(await printed([...argv, '--exclude', 'rag', '--require', 'repository'], root));

    const { secrets, content, renderedTokens, maxTokens } = await runJson(argv, { workingDirectory: root });
    const lines = key.text.split('\n').length;
    expect(secrets).toEqual(
      expect.arrayContaining([
        { rule: 'aws-access-key', place: 'billing.md:3' },
        { rule: 'github', place: 'billing.md:3' },
        { rule: 'private-key', place: `billing.md:6-${5 + lines}` },
        { rule: 'github', place: 'Component Billing' },
        { rule: 'github', place: 'conversation chat, message 2' },
        { rule: 'github', place: 'src/billing.ts:1' },
      ]),
    );
    expect(content).toContain('The key of billing is [secret: aws-access-key] and the token [secret: github].');
    expect(Number(renderedTokens)).toBeLessThanOrEqual(Number(maxTokens));
    expect((await runCommand(argv, { workingDirectory: root })).stderr).toMatch(/github +billing\.md:3/u);
  });

  it('pack has none, nor what it keeps of its last pack', async () => {
    expectNone(await printed(['pack', 'billing charge', '--open', 'billing.md'], root));
    expectNone(await printed(['context', 'show', '--excluded'], root));
  });

  it('shows no secret of any rule, wherever it is planted, and keeps to the budget', async () => {
    const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
    const words = fc.array(fc.constantFrom('The tide is high.', 'We decided on Postgres.', '', '- a', '# Part'));
    await fc.assert(
      fc.asyncProperty(seeds, words, words, fc.integer({ min: 50, max: 800 }), async (seed, before, after, budget) => {
        const examples = allSecretExamples(seed);
        const planted = examples.filter((_, index) => (index + seed) % 4 === 0);
        const said = (example: SecretExample): string => [...before, example.text, ...after].join('\n');
        const workingDirectory = aFolder({
          '.agent/.keep': '',
          'notes.md': planted.map(said).join('\n\n'),
          'chat.jsonl': planted.map((one) => `${JSON.stringify({ role: 'user', content: said(one) })}\n`).join(''),
          'facts.json': JSON.stringify({
            knowledge: 1,
            entities: planted.map((one, index) => ({
              type: 'Component',
              name: `Part ${index}`,
              properties: { summary: said(one) },
            })),
          }),
        });
        await runCommand(['memory', 'add', 'chat.jsonl', '--conversation', 'c'], { workingDirectory });
        await runCommand(['knowledge', 'import', 'facts.json'], { workingDirectory });

        const tokens = String(budget);
        const assembled = await runJson(
          ['assemble', 'notes.md', '--query', 'Part tide', '--conversation', 'c', '--budget', tokens],
          { workingDirectory },
        );
        const recalled = await runJson(['memory', 'recall', 'c', 'tide', '--budget', tokens], { workingDirectory });
        const known = await runJson(['knowledge', 'context', 'part tide', '--budget', tokens], { workingDirectory });

        const secrets = planted.flatMap((one) => one.values);
        expectNone(JSON.stringify([assembled, recalled, known]), secrets);
        expect(Number(assembled['renderedTokens'])).toBeLessThanOrEqual(budget);
        expect(Number(recalled['totalTokens'])).toBeLessThanOrEqual(budget);
        expect(Number(known['tokenCount'])).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 8 },
    );
  });
});
