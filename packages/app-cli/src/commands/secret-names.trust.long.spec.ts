import { createHash } from 'node:crypto';
import { allSecretExamples } from '@lexichord/testing';
import fc from 'fast-check';

import { callPanel } from '../test-support/call-panel.js';
import { OpenPanels } from '../test-support/panel-page.js';

import type { CommandSubjects } from '../test-support/every-command.js';
import { aPreparedFolder } from '../test-support/prepared-folder.js';
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
  readonly rule: string;
  readonly written: string;
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
  'rule',
  'written',
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
  const { entityType, rule } = planted;
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
    [`${folder}/rules.json`]: JSON.stringify({
      knowledge: 1,
      entities: [{ type: entityType, name: `Charge ${entity}` }],
      axioms: ['Component', entityType].map((targetType) => ({
        name: `${targetType} keeps ${rule}`,
        description: content,
        targetType,
        condition: { kind: 'required-property', property: `owner ${property}` },
      })),
    }),
    [`${folder}/broken.json`]: JSON.stringify({
      knowledge: 1,
      entities: [{ type: 'Component', name: `Broken ${entity}`, [property]: content }],
    }),
  };
}

function aPlantedFolder(planted: Planted): Promise<string> {
  return aPreparedFolder({
    name: `planted-${createHash('sha256').update(planted.conversation).digest('hex').slice(0, 16)}`,
    files: filesOf(planted),
    prepare: (folder) => storePlanted(planted, folder),
  });
}

async function storePlanted(planted: Planted, workingDirectory: string): Promise<void> {
  for (const argv of [
    ['index'],
    ['memory', 'add', 'chat.jsonl', '--conversation', planted.conversation],
    ['knowledge', 'import', 'facts.json', `${planted.folder}/rules.json`],
    ['strategies', 'enable', 'repository'],
  ]) {
    const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory });
    expect([exitCode, stdout + stderr, leaksIn(stdout + stderr, planted)]).toEqual([0, expect.any(String), []]);
  }
}

/** The ways out of a workspace to a model. */
function waysOut(planted: Planted): readonly (readonly string[])[] {
  const { file, folder, conversation } = planted;
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
    ...waysOfNaming(planted),
  ];
}

/** Those that name what they checked, stored or wrote. */
function waysOfNaming({ folder, conversation, entityType, written }: Planted): readonly (readonly string[])[] {
  const file = `${folder}/${written}`;
  return [
    ['memory', 'verify', conversation],
    ['memory', 'verify', conversation, '--head', '0'.repeat(64)],
    ['memory', 'remove', conversation],
    ['memory', 'export', conversation, '--output', `${file}.jsonl`],
    ['memory', 'backup', `${file}.memory`, '--force'],
    ['memory', 'restore', `${file}.memory`],
    ['knowledge', 'check'],
    ['knowledge', 'check', `${folder}/rules.json`],
    ['knowledge', 'axioms'],
    ['knowledge', 'axioms', '--type', `${entityType} x`],
    ['knowledge', 'import', `${folder}/rules.json`],
    ['knowledge', 'import', `${folder}/broken.json`],
    ['knowledge', 'backup', `${file}.facts`, '--force'],
    ['pack', 'billing charges', '--output', `${file}.md`],
    ['context', 'export', `${file}.txt`, '--force'],
  ];
}

function leaksIn(text: string, planted: Planted): readonly string[] {
  return kinds.filter((kind) => text.includes(planted[kind]));
}

interface PlantedFolder {
  readonly planted: Planted;
  readonly workingDirectory: string;
}

/** Runs a way out in both ways of printing. */
async function leaksOf(
  argv: readonly string[],
  { planted, workingDirectory }: PlantedFolder,
): Promise<readonly string[]> {
  const plain = await printedBy(argv, workingDirectory);
  const json = await printedBy([...argv, '--json'], workingDirectory);
  const printed = `${plain}\n${json}`;
  expect(printed).not.toContain('"internal"');
  return leaksIn(printed, planted).map((kind) => `${argv.join(' ')}: ${kind}`);
}

async function printedBy(argv: readonly string[], workingDirectory: string): Promise<string> {
  const { stdout, stderr } = await runCommand(argv, { workingDirectory });
  return stdout + stderr;
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

  it('are replaced by every command that names what it checked, stored or wrote', async () => {
    const planted = plantedSecrets(7);
    const workingDirectory = await aPlantedFolder(planted);

    for (const argv of waysOfNaming(planted)) {
      const plain = await printedBy(argv, workingDirectory);
      const json = await printedBy([...argv, '--json'], workingDirectory);
      expect([argv, plain + json]).toEqual([argv, expect.stringContaining('[secret: ')]);
    }
  });

  it.each([[[]], [['--json']]])('are shown by none that removes a conversation or gives it back %j', async (option) => {
    const planted = plantedSecrets(7);
    const { conversation, written } = planted;
    const workingDirectory = await aPlantedFolder(planted);
    const backup = `${written}.memory`;
    await runCommand(['memory', 'backup', backup], { workingDirectory });

    const removed = await printedBy(['memory', 'remove', conversation, '--yes', ...option], workingDirectory);
    const restored = await printedBy(['memory', 'restore', backup, ...option], workingDirectory);

    expect(removed).toMatch(/"\[secret: [^"]+"[:,]/u);
    expect(restored).toMatch(/restored/iu);
    expect(leaksIn(removed + restored, planted)).toEqual([]);
  });

  it('of documents that would be shown alike stay two', async () => {
    const twins = ['AKIAQYLPMN5HHHFPZAM2.json', 'AKIAQYLPMN5HHKFTZAM3.json'];
    const facts = JSON.stringify({ knowledge: 1, entities: [{ type: 'Component', name: 'Billing' }] });
    const workingDirectory = aFolder({ '.agent/.keep': '', ...Object.fromEntries(twins.map((name) => [name, facts])) });

    const { documents } = (await runJson(['knowledge', 'import', ...twins], { workingDirectory })) as {
      readonly documents: readonly { readonly documentPath: string }[];
    };

    const shown = documents.map(({ documentPath }) => documentPath);
    expect(shown).toEqual(['[secret: aws-access-key].json', '[secret: aws-access-key].json (2)']);
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
