import type { ILexichordRuntime } from '@lexichord/abstractions';
import { secretExample } from '@lexichord/testing';

import { type Connection, connect } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('what an answer shows the beginning of', () => {
  let folder: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;
  const [secret = ''] = secretExample('github', 1).values;
  /** Too little of the secret to know it by, and too much to show. */
  const beginning = secret.slice(0, 20);
  /** The secret lies across the end of what is shown. */
  const textOfLength = (length: number): string =>
    `${'paint the ferry '.repeat(40).slice(0, length - 30)} ${secret} now`;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    runtime = await folder.open();
    const warnings = [textOfLength(400)];
    const warned = {
      pack: {
        value: async (...args: Parameters<typeof runtime.pack>) => ({ ...(await runtime.pack(...args)), warnings }),
      },
      map: {
        value: async (...args: Parameters<typeof runtime.map>) => ({ ...(await runtime.map(...args)), warnings }),
      },
      assemble: {
        value: async (...args: Parameters<typeof runtime.assemble>) => ({
          ...(await runtime.assemble(...args)),
          warnings,
        }),
      },
      memory: {
        value: {
          add: async (...args: Parameters<typeof runtime.memory.add>) => ({
            ...(await runtime.memory.add(...args)),
            warnings,
          }),
        },
      },
      knowledge: {
        value: {
          context: async (...args: Parameters<typeof runtime.knowledge.context>) => ({
            ...(await runtime.knowledge.context(...args)),
            notes: warnings,
          }),
        },
      },
    };
    connection = await connect(Object.create(runtime, warned) as ILexichordRuntime);
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const answer = async (name: string, args: Readonly<Record<string, unknown>>): Promise<string> =>
    JSON.stringify(await connection.client.callTool({ name, arguments: args }));

  it('has no part of a secret in a task', async () => {
    await answer('pack_context', { task: textOfLength(300) });

    const explained = await answer('explain_context', {});

    expect(explained).toContain('for the task: paint the ferry');
    expect(explained).not.toContain(beginning);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['pack_context', { task: 'when does the ferry leave' }],
    ['repository_map', {}],
    ['assemble_context', { document: 'docs/bakery.md' }],
    ['lookup_knowledge', { query: 'ferry' }],
    ['remember', { conversation_id: 'chat', messages: [{ role: 'user', content: 'Paint the ferry green.' }] }],
  ])('has no part of a secret in a warning of %s', async (name, args) => {
    const warned = await answer(name, args);

    expect(warned).toContain('paint the ferry paint the ferry');
    expect(warned).not.toContain(beginning);
  });
});
