import type { ILexichordRuntime } from '@lexichord/abstractions';
import { createPinoLogger } from '@lexichord/platform';
import { ManualClock, secretExample } from '@lexichord/testing';

import { type Connection, connect } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('the log of a server', () => {
  let folder: ServedFolder;
  let connection: Connection;
  const lines: string[] = [];
  const [secret = ''] = secretExample('github', 1).values;
  const path = `../${secret}/notes.md`;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createPinoLogger({ levels: { level: 'debug' }, clock: new ManualClock(), destination });
    const runtime = await folder.open({ logger });
    // A failure that nobody foresaw may quote what the call brought.
    const search = { value: (text: string) => Promise.reject(new TypeError(`cannot search ${text}`)) };
    connection = await connect(Object.create(runtime, { search }) as ILexichordRuntime);
  });

  beforeEach(() => {
    lines.splice(0);
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const call = (name: string, args: Record<string, unknown>) => () =>
    connection.client.callTool({ name, arguments: args });

  it.each<[string, () => Promise<unknown>]>([
    ['assemble_context', call('assemble_context', { document: path })],
    ['expand_context', call('expand_context', { handle: `${path}:1-9` })],
    ['open files of pack_context', call('pack_context', { task: 'the ferry', open_files: [path] })],
    ['the task of pack_context', call('pack_context', { task: `fix the ferry in ${path}` })],
    [
      'tool outputs of pack_context',
      call('pack_context', {
        task: 'the ferry',
        tool_outputs: [{ name: 'test', text: `Error: no ferry\n    at leave (${path}:3:1)` }],
      }),
    ],
    ['a failure', call('search_code', { query: `ferries of ${secret}` })],
    [
      'a change that is reviewed',
      () =>
        connection.client.getPrompt({
          name: 'review_change',
          arguments: { change: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-a\n+b\n` },
        }),
    ],
    [
      'a conversation that is not there',
      () => connection.client.readResource({ uri: `lexichord://conversation/${secret}` }).catch(() => undefined),
    ],
  ])('has no secret of what a call brought: %s', async (_what, act) => {
    await act();

    expect(lines.join('')).not.toContain(secret);
  });

  it('has a placeholder in the place of the secret, and paths without one as they are', async () => {
    await call('assemble_context', { document: path })();
    await call('assemble_context', { document: '../notes.md' })();
    await call('search_code', { query: `ferries of ${secret}` })();

    expect(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Refused to read \.\.\/\[secret: github\]\/notes\.md: /u),
        expect.stringMatching(/^Refused to read \.\.\/notes\.md: /u),
      ]),
    );
    expect(lines.join('')).toContain('cannot search ferries of [secret: github]');
  });
});
