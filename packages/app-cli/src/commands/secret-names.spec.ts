import { type SecretExample, secretExample } from '@lexichord/testing';

import { aFolder, runCommand } from '../test-support/run-command.js';

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

function plantedSecrets(seed: number): Planted {
  const secrets = kinds.map((kind, index): readonly [string, SecretExample] => [
    kind,
    // An identifier in every language.
    secretExample(index % 2 === 0 ? 'aws-access-key' : 'github', 2 * (seed + index)),
  ]);
  return Object.fromEntries(secrets.map(([kind, { text }]) => [kind, text])) as unknown as Planted;
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
    ['memory', 'recall', `${conversation}-x`, 'billing'],
    ['memory', 'list'],
    ...['full', 'detailed', 'brief', 'tags'].map((level) => ['memory', 'show', conversation, '--level', level]),
    ['knowledge', 'context', 'billing', '--document', document],
    ['knowledge', 'context', 'billing', '--budget', '20'],
  ];
}

function leaksIn(text: string, planted: Planted): readonly string[] {
  return kinds.filter((kind) => text.includes(planted[kind]));
}

describe('secrets in names', () => {
  it('are shown by no command, wherever they are', async () => {
    const planted = plantedSecrets(7);
    const workingDirectory = await aPlantedFolder(planted);
    const leaks: string[] = [];
    for (const argv of waysOut(planted)) {
      for (const flags of [[], ['--json']]) {
        const { stdout, stderr } = await runCommand([...argv, ...flags], { workingDirectory });
        const found = leaksIn(stdout + stderr, planted);
        leaks.push(...found.map((kind) => `${argv.join(' ')}: ${kind}`));
      }
    }
    expect(leaks).toEqual([]);
  });
});
