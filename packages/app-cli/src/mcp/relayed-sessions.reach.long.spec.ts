import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { buildCommand, command, finished, startCommand } from '../test-support/built-command.js';
import { aFolder } from '../test-support/run-command.js';

const revisions = ['2026-07-28', '2025-11-25'] as const;

const files = {
  '.agent/.keep': '',
  'src/ferry.ts': 'export function ferryTime(): string {\n  return "nine";\n}\n',
  'docs/tram.md': '# Tram\n\nThe tram leaves at ten, and the ferry at nine.\n',
};

const home = aFolder();
const environment = { PATH: process.env['PATH'] ?? '', HOME: home, NO_COLOR: '1', LEXICHORD_PROGRESS: 'off' };

/** How an agent is started. */
interface AgentOptions {
  readonly revision?: (typeof revisions)[number];
  /** Before the command. */
  readonly flags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
}

/** The client of the official SDK, and the server process that it has started. */
class Agent {
  private static readonly all: Agent[] = [];
  private stderr = '';
  private look: () => void = () => undefined;

  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {
    transport.stderr?.on('data', (bytes: Buffer) => {
      this.stderr += bytes.toString('utf8');
      this.look();
    });
  }

  static async start(cwd: string, { revision = '2026-07-28', flags = [], variables, client }: AgentOptions = {}) {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [command, ...flags, 'mcp'], cwd, stderr: 'pipe' },
      env: { ...environment, LEXICHORD_WARM: 'report', ...variables },
    });
    const versionNegotiation = { mode } as const;
    const agent = new Agent(
      new Client({ name: 'test', version: '1.0.0' }, { ...client, versionNegotiation }),
      transport,
    );
    Agent.all.push(agent);
    await agent.client.connect(transport);
    // By the current revision nothing is said before the first request, and the next process finds one that is there.
    await agent.said('Serving this workspace');
    return agent;
  }

  static async endAll(): Promise<void> {
    await Promise.all(Agent.all.splice(0).map(({ client }) => client.close()));
  }

  get pid(): number {
    return this.transport.pid ?? 0;
  }

  /** The limit of the test ends it. */
  async said(text: string): Promise<void> {
    if (this.stderr.includes(text)) return;
    await new Promise<void>((resolve) => {
      this.look = () => {
        if (this.stderr.includes(text)) resolve();
      };
    });
  }

  async isServedBy({ pid }: { readonly pid?: number | undefined }): Promise<void> {
    await this.said(`The warm process ${pid} serves this session.`);
  }

  async kill(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.client.onclose = resolve));
    process.kill(this.pid, 'SIGKILL');
    await closed;
  }

  async search(query = 'ferry'): Promise<unknown> {
    return (await this.client.callTool({ name: 'search_code', arguments: { query } })).structuredContent;
  }

  remember(content: string) {
    const messages = [{ role: 'user', content }];
    return this.client.callTool({ name: 'remember', arguments: { conversation_id: 'boats', messages } });
  }
}

/** What a client can see: every list, and the answers of tools, resources and prompts. */
async function everything({ client }: Agent): Promise<string> {
  const tool = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return JSON.stringify([
    [client.getServerVersion(), client.getServerCapabilities(), client.getInstructions()],
    [await client.listTools(), await client.listPrompts(), await client.listResources()],
    await tool('search_code', { query: 'when does the ferry leave' }),
    await tool('search_code', { query: 'ferry', budget_tokens: 200 }),
    await tool('pack_context', { task: 'when does the ferry leave' }),
    [await tool('repository_map', {}), await tool('lookup_knowledge', { query: 'ferry' })],
    [await tool('recall_conversation', {}), await tool('expand_context', { handle: 'src/ferry.ts:1-3' })],
    [await tool('expand_context', { handle: 'more-0123456789ab' }), await tool('expand_context', { handle: '/etc' })],
    await client.readResource({ uri: 'lexichord://map' }),
    await client.getPrompt({ name: 'explain_repository' }),
  ]);
}

async function statusOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await finished(startCommand(['serve', '--status', '--json'], folder, environment));
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

describe('an agent beside a process that holds its workspace warm', () => {
  beforeAll(buildCommand, 300_000);
  afterEach(() => Agent.endAll());

  it.each(revisions)(
    'is answered by that as by a process of its own, and goes on when it is killed, by revision %s',
    async (revision) => {
      const folder = aFolder(files);
      const own = await Agent.start(folder, { revision, variables: { LEXICHORD_WARM: 'off' } });
      const expected = await everything(own);
      // What a call brings along that no other has: the record of the last pack.
      expect(await everything(own)).toBe(expected);
      await own.client.close();
      const holder = await Agent.start(folder);
      const relayed = await Agent.start(folder, { revision });
      await relayed.isServedBy(holder);

      const answers = [await everything(relayed), await everything(relayed)];
      await holder.kill();
      const afterwards = await everything(relayed);
      await relayed.said('This process serves the session itself.');
      const next = await Agent.start(folder, { revision });
      await next.isServedBy(relayed);

      expect(answers).toEqual([expected, expected]);
      expect(afterwards).toBe(expected);
      expect(await everything(next)).toBe(expected);
    },
  );

  it.each(revisions)('is answered once what was under way when the process died, by revision %s', async (revision) => {
    const folder = aFolder(files);
    const holder = await Agent.start(folder);
    const relayed = await Agent.start(folder, { revision });
    await relayed.isServedBy(holder);
    expect((await relayed.remember('a first boat')).isError ?? false).toBe(false);

    process.kill(holder.pid, 'SIGSTOP');
    const [read, written] = [relayed.search(), relayed.remember('a second boat')];
    const refused = expect(written).rejects.toThrow(/ended in the middle of this call of remember/u);
    await holder.kill();

    expect(await read).toHaveProperty('hits.0.path');
    await refused;
    const { structuredContent } = await relayed.client.callTool({ name: 'recall_conversation' });
    expect(structuredContent).toMatchObject({ conversations: [{ id: 'boats', messages: 1 }] });
  });

  it.each(revisions)('goes on to hear of changes when the process dies, by revision %s', async (revision) => {
    const uri = 'lexichord://pack/last';
    const folder = aFolder(files);
    const holder = await Agent.start(folder);
    const relayed = await Agent.start(folder, { revision });
    await relayed.isServedBy(holder);
    let told: (uri: string) => void = () => undefined;
    const change = (): Promise<string> => new Promise((resolve) => (told = resolve));
    relayed.client.setNotificationHandler('notifications/resources/updated', ({ params }) => told(params.uri));
    if (revision === '2026-07-28') await relayed.client.listen({ resourceSubscriptions: [uri] });
    else await relayed.client.subscribeResource({ uri });
    const pack = ({ client }: Agent, task: string) => client.callTool({ name: 'pack_context', arguments: { task } });

    const ofHolder = change();
    await pack(holder, 'when does the ferry leave');
    expect(await ofHolder).toBe(uri);
    // Nobody knows what has changed meanwhile.
    const ofDeath = change();
    await holder.kill();
    expect(await ofDeath).toBe(uri);
    const ofOther = change();
    await pack(await Agent.start(folder), 'when does the tram leave');

    expect(await ofOther).toBe(uri);
  });

  it('hears of progress, cancels a call, and limits its calls to its roots', async () => {
    const folder = aFolder(files);
    const holder = await Agent.start(folder);
    const roots = [{ uri: pathToFileURL(join(folder, 'docs')).href }];
    const relayed = await Agent.start(folder, {
      revision: '2025-11-25',
      client: { capabilities: { roots: {} } },
    });
    relayed.client.setRequestHandler('roots/list', () => ({ roots }));
    await relayed.isServedBy(holder);
    const progress: string[] = [];
    const call = { name: 'search_code', arguments: { query: 'ferry' } };

    const { structuredContent } = await relayed.client.callTool(call, {
      onprogress: ({ message = '' }) => progress.push(message),
    });
    process.kill(holder.pid, 'SIGSTOP');
    const cancelling = new AbortController();
    const cancelled = relayed.client.callTool(call, { signal: cancelling.signal });
    cancelling.abort();
    await expect(cancelled).rejects.toThrow();
    process.kill(holder.pid, 'SIGCONT');

    expect(structuredContent).toMatchObject({ hits: [{ path: 'docs/tram.md' }] });
    expect(progress).toContainEqual(expect.stringMatching(/^Updating the search index/u));
    expect(await relayed.search()).toEqual(structuredContent);
  });

  it('goes on by itself when the process is stopped, and takes no place then', async () => {
    const folder = aFolder(files);
    const serve = startCommand(['serve'], folder, environment);
    for await (const text of serve.stderr.setEncoding('utf8')) if (String(text).includes('Answering')) break;
    const relayed = await Agent.start(folder);
    await relayed.isServedBy(serve);
    const before = await relayed.search();
    const status = await statusOf(folder);

    const ended = once(serve, 'exit');
    const { stdout } = await finished(startCommand(['serve', '--stop'], folder, environment));
    await ended;
    await relayed.said('This process serves the session itself.');

    expect(status).toMatchObject({ kind: 'serve', sessions: 1 });
    expect(stdout).toBe(`lexichord serve (process ${serve.pid}) ends.\n`);
    expect(await relayed.search()).toEqual(before);
    const search = startCommand(['map'], folder, { ...environment, LEXICHORD_WARM: 'report' });
    expect((await finished(search)).stderr).toBe('No warm process serves this workspace.\n');
  });

  it('is served by a process of its own where its settings or its variables are others', async () => {
    const folder = aFolder(files);
    const holder = await Agent.start(folder);
    const differing = await Agent.start(folder, { flags: ['--tier', 'core'] });
    const elsewhere = await Agent.start(folder, { variables: { LANG: 'xx_XX.UTF-8' } });
    const configured = await Agent.start(folder, { variables: { LEXICHORD__MCP__BUDGET_TOKENS: '300' } });
    const usual = await Agent.start(folder);

    await differing.said('because the workspace is open with other settings there');
    await elsewhere.said('because the environment variable LANG has another value there');
    await configured.said('because the workspace is open with other settings there');
    await usual.isServedBy(holder);

    expect((await differing.client.callTool({ name: 'recall_conversation' })).isError).toBe(true);
    expect(await elsewhere.search()).toEqual(await usual.search());
  });

  it('harms neither the process nor its other clients by what it sends', async () => {
    const folder = aFolder(files);
    const holder = await Agent.start(folder);
    const expected = await holder.search();
    const hostile = startCommand(['mcp'], folder, environment);
    hostile.stdin.on('error', () => undefined);
    const call = (id: number): string =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'ferry' } } })}\n`;
    hostile.stdin.write('no message\n[]\n{"jsonrpc":"2.0","id":{},"method":"x"}\n\u0000\n');
    hostile.stdin.write(Array.from({ length: 500 }, (_, index) => call(index)).join(''));
    hostile.stdin.write(`"${'x'.repeat(17 * 1024 * 1024)}"\n`);

    const { exitCode, stderr } = await finished(hostile);

    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('A message of the client is longer than 16 MiB') as unknown,
    ]);
    expect(await holder.search()).toEqual(expected);
    // It may not have noticed yet that the other one has gone.
    while ((await statusOf(folder))['sessions'] !== 0);
    expect(await statusOf(folder)).toMatchObject({ pid: holder.pid, kind: 'mcp' });
  });
});
