import { allSecretExamples } from '@lexichord/testing';
import fc from 'fast-check';

import { callPanel } from '../test-support/call-panel.js';
import { OpenPanels } from '../test-support/panel-page.js';

import type { CommandSubjects } from '../test-support/every-command.js';
import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

/** Everything that has a name, with a secret in the name. */
interface Planted {
  readonly folder: string;
  readonly file: string;
  readonly symbol: string;
  readonly enclosing: string;
  readonly heading: string;
  readonly role: string;
  readonly speaker: string;
  readonly messageId: string;
  readonly conversation: string;
  readonly content: string;
  readonly entity: string;
  readonly entityType: string;
  readonly property: string;
}

const kinds = [
  'folder',
  'file',
  'symbol',
  'enclosing',
  'heading',
  'role',
  'speaker',
  'messageId',
  'conversation',
  'content',
  'entity',
  'entityType',
  'property',
] as const satisfies readonly (keyof Planted)[];

/** Secrets that can be names: of files, of functions, of people. */
function nameSecrets(seed: number): readonly string[] {
  const examples = allSecretExamples(seed).filter(({ text, values }) => values[0] === text);
  return examples.map(({ text }) => text).filter((text) => /^[A-Za-z]\w{10,99}$/u.test(text));
}

function plantedSecrets(seed: number): Planted {
  const secrets = nameSecrets(seed);
  return Object.fromEntries(
    kinds.map((kind, index) => [kind, secrets[(seed + 7 * index) % secrets.length]]),
  ) as unknown as Planted;
}

function filesOf(planted: Planted): Readonly<Record<string, string>> {
  const { folder, file, symbol, enclosing, heading, role, speaker, messageId, content, entity, property } = planted;
  const chat = [
    { id: messageId, role, content: 'Decision: billing takes the ferry, because it carries bicycles.' },
    { role: 'user', name: speaker, content: `Billing needs the key ${content} by Friday. Is it the right one?` },
    { role: 'assistant', content: 'The key of billing is right.' },
  ];
  return {
    '.agent/.keep': '',
    [`docs/${file}.md`]: `# Billing ${heading}\n\nBilling is a service.\n\n## Charges\n\nBilling charges people.\n`,
    [`${folder}/billing.ts`]: `export function ${symbol}() {\n  return 'billing';\n}\n\nexport class ${enclosing} {\n  charge(): string {\n    return 'billing charges';\n  }\n}\n`,
    'src/billing.ts': `export const billing = '${content}';\n`,
    'chat.jsonl': chat.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'facts.json': JSON.stringify({
      knowledge: 1,
      entities: [
        { type: 'Component', name: `Billing ${entity}`, properties: { [property]: 'billing', note: content } },
        { type: 'Component', name: 'Billing', properties: { owner: property } },
      ],
    }),
  };
}

async function aPlantedFolder(planted: Planted): Promise<string> {
  const workingDirectory = aFolder(filesOf(planted));
  for (const argv of [
    ['index'],
    ['memory', 'add', 'chat.jsonl', '--conversation', planted.conversation],
    ['knowledge', 'import', 'facts.json'],
    ['strategies', 'enable', 'repository'],
  ]) {
    const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory });
    expect([exitCode, stdout + stderr, leaksIn(stdout + stderr, planted)]).toEqual([0, expect.any(String), []]);
  }
  return workingDirectory;
}

/** The ways out of a workspace to a model. */
function waysOut({ file, folder, conversation }: Planted): readonly (readonly string[])[] {
  const document = `docs/${file}.md`;
  const task = ['billing charges', '--open', document, '--reference', `${folder}/billing.ts`];
  return [
    ...['markdown', 'xml', 'json'].map((template) => ['pack', ...task, '--template', template]),
    ['context', 'show', '--verbose'],
    ['context', 'show', '--excluded'],
    ['context', 'sources'],
    ['context', 'verify'],
    ['context', 'validate-sources'],
    ['search', 'billing charges', '--explain'],
    ['assemble', document, '--query', 'billing charges', '--conversation', conversation, '--cursor', '7:3'],
    ['assemble', `${folder}/billing.ts`, '--query', 'billing', '--require', 'repository', '--exclude', 'rag'],
    ['assemble', `${folder}/missing.ts`, '--query', 'billing'],
    ['memory', 'recall', conversation, 'billing'],
    ['memory', 'recall', `${conversation} x`, 'billing'],
    ['memory', 'list'],
    ['memory', 'import', 'chat.jsonl', '--conversation', `imported ${conversation}`],
    ...['full', 'detailed', 'brief', 'tags'].map((level) => ['memory', 'show', conversation, '--level', level]),
    ['knowledge', 'context', 'billing', '--document', document],
    ['knowledge', 'context', 'billing', '--budget', '20'],
  ];
}

function leaksIn(text: string, planted: Planted): readonly string[] {
  return kinds.filter((kind) => text.includes(planted[kind]));
}

/** Runs a way out in both ways of printing. */
async function leaksOf(
  argv: readonly string[],
  { planted, workingDirectory }: { readonly planted: Planted; readonly workingDirectory: string },
): Promise<readonly string[]> {
  const plain = await runCommand(argv, { workingDirectory });
  const json = await runCommand([...argv, '--json'], { workingDirectory });
  const printed = [plain, json].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect(printed).not.toContain('"internal"');
  return leaksIn(printed, planted).map((kind) => `${argv.join(' ')}: ${kind}`);
}

describe('secrets in names', () => {
  const panels = new OpenPanels();

  afterEach(() => panels.close());

  it('are shown by no command, wherever they are', async () => {
    const planted = plantedSecrets(7);
    const workingDirectory = await aPlantedFolder(planted);

    const leaks: string[] = [];
    for (const argv of waysOut(planted)) leaks.push(...(await leaksOf(argv, { planted, workingDirectory })));

    expect(leaks).toEqual([]);
  });

  it('of any rule are shown by no command', async () => {
    const seeds = fc.integer({ min: 0, max: 2 ** 20 });
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const planted = plantedSecrets(seed);
        const workingDirectory = await aPlantedFolder(planted);
        const ways = waysOut(planted);
        const chosen = ways.filter((_, index) => index === 0 || (index + seed) % 5 === 0);

        const leaks: string[] = [];
        for (const argv of chosen) leaks.push(...(await leaksOf(argv, { planted, workingDirectory })));

        expect(leaks).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });

  it('are shown by no call of the panel but in the text of an opened document, which is the file', async () => {
    const planted = plantedSecrets(11);
    const workingDirectory = await aPlantedFolder(planted);
    const { server } = await panels.open(workingDirectory);
    const { segments } = (await runJson(['memory', 'show', planted.conversation], { workingDirectory })) as {
      readonly segments: readonly { readonly segmentId: string }[];
    };
    const subjects = {
      document: `docs/${planted.file}.md`,
      query: 'billing charges',
      conversation: planted.conversation,
      segment: segments[0]?.segmentId ?? '',
    };

    const answers = await callPanel(server.address, subjects as CommandSubjects);

    const lines = answers.split('\n');
    const opened = lines.find((line) => line.startsWith('openDocument: 200 ')) ?? '';
    expect((JSON.parse(opened.slice('openDocument: 200 '.length)) as { path: string }).path).toMatch(
      /^docs\/\[secret: /u,
    );
    expect(leaksIn(lines.filter((line) => line !== opened).join('\n'), planted)).toEqual([]);
    expect(answers).toContain('"kind":"assembled"');
  });
});
