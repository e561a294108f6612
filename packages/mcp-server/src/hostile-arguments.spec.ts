import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { secretExample } from '@lexichord/testing';

import { allTools } from './tools/all-tools.js';
import { type Connection, connect, connections, textOf } from './test-support/connected-client.js';
import { ferryFiles } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

/** A rule whose secrets are known by their own form, wherever they stand. */
const secretRule = 'github';

const long = 'x'.repeat(100_000);

/** Calls that ask for what nobody should get, or that no schema allows. */
const hostileCalls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ...[
    '../outside.txt',
    '/etc/passwd',
    'docs/../../outside.txt',
    'a\0b',
    'link.txt',
    'C:\\Windows\\win.ini',
    '.env',
    long,
  ].flatMap(
    (path) =>
      [
        ['assemble_context', { document: path }],
        ['expand_context', { handle: `${path}:1-9` }],
      ] as const,
  ),
  ['expand_context', { handle: 'src/ferry.ts:0-4' }],
  ['expand_context', { handle: 'src/ferry.ts:999999999-999999999' }],
  ['expand_context', { handle: '00000000-1' }],
  ['expand_context', { handle: 'what is this' }],
  ['search_code', {}],
  ['search_code', { query: '' }],
  ['search_code', { query: long }],
  ['search_code', { query: 'ferry', limit: 1e9 }],
  ['search_code', { query: 'ferry', budget_tokens: -1 }],
  ['search_code', { query: 'ferry', budget_tokens: '500' }],
  ['search_code', { query: 'ferry', [long]: true }],
  ['search_code', { query: 'ferry', __proto__: null, constructor: 1 }],
  ['pack_context', { task: { toString: 'x' } }],
  ['pack_context', { task: 'x', tool_outputs: Array.from({ length: 51 }, () => ({ name: 'a', text: 'b' })) }],
  ['pack_context', { task: 'x', tool_outputs: Array.from({ length: 3 }, () => ({ name: 'a', text: long.repeat(9) })) }],
  ['recall_conversation', { conversation_id: '../../etc' }],
  ['remember', { conversation_id: 'a', messages: [] }],
  ['remember', { conversation_id: 'a', messages: Array.from({ length: 26 }, () => ({ role: 'user', content: long })) }],
  ['remember', { conversation_id: 'a', messages: [{ role: 'root', content: 'x' }] }],
  ['remember', { conversation_id: long, messages: [{ role: 'user', content: 'x' }] }],
];

describe.each(connections)('hostile arguments over $transport by revision $revision', (by) => {
  let folder: ServedFolder;
  let outside: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;
  const [secret = ''] = secretExample(secretRule, 1).values;

  beforeAll(async () => {
    folder = await ServedFolder.create({
      ...ferryFiles,
      '.env': 'KEY=hidden\n',
      'src/token.ts': `const token = "${secret}";\n`,
    });
    outside = await ServedFolder.create({ 'outside.txt': 'from outside\n' });
    await symlink(join(outside.path, 'outside.txt'), join(folder.path, 'link.txt'));
    await writeFile(join(folder.path, '..', 'outside.txt'), 'from outside\n');
    runtime = await folder.open();
    connection = await connect(runtime, by);
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
    await outside.dispose();
  });

  it.each(hostileCalls.map(([name, args]) => ({ name, args, shown: JSON.stringify(args).slice(0, 60) })))(
    'get a short failure from $name: $shown',
    async ({ name, args }) => {
      const answer = await connection.client.callTool({ name, arguments: args });
      const text = textOf(answer);

      expect(answer.isError).toBe(true);
      expect(text).not.toMatch(/from outside|hidden|root:/u);
      expect(runtime.tokenCounter.countTokens(text)).toBeLessThanOrEqual(400);
    },
  );

  it('name no tool that is not there', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'delete_everything']) {
      await expect(connection.client.callTool({ name })).rejects.toThrow();
    }
  });

  it('leave the server as it was', async () => {
    const { tools } = await connection.client.listTools();
    const found = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });

    expect(tools).toHaveLength(allTools.length);
    expect(textOf(found)).toContain('export function ferryTime');
  });

  it('get no secret, neither from a file nor from what they brought', async () => {
    const answers = [
      await connection.client.callTool({ name: 'search_code', arguments: { query: 'token' } }),
      await connection.client.callTool({ name: 'expand_context', arguments: { handle: 'src/token.ts:1-1' } }),
      await connection.client.callTool({ name: 'pack_context', arguments: { task: 'rename the token' } }),
      await connection.client.callTool({ name: 'expand_context', arguments: { handle: secret } }),
    ];

    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(secret);
    expect(textOf(answers[0]!)).toContain('src/token.ts');
  });
});
