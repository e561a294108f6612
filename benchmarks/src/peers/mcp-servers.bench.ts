import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { percentile, timePreparedRuns } from '../speed/bounded-row.js';
import { type TableRow, median, printTable } from '../speed/interleaved-timing.js';
import { lexichordCommand } from './command-timing.js';
import { type CallTool, type ServerCommand, withServer } from './mcp-server-process.js';

/** Starts of each server. */
const rounds = { full: 5, smoke: 1 };

const tasks = ['how are errors reported', 'where is the configuration read'] as const;

/** Each task, as somebody would look for it who has to name words. */
const patterns = ['error', 'config'] as const;

/** The same for all terms of a workspace's knowledge: few, as a team writes them first. */
const glossary =
  '# Glossary\n\n- **Error**: What is reported when something fails.\n- **Setting**: A value that a user sets.\n';

/** A server that is timed, with the three answers that are. */
interface TimedServer extends ServerCommand {
  readonly name: string;
  /** What is done before each start and not timed. @returns what is done after it */
  readonly prepare?: () => Promise<(() => Promise<void>) | undefined>;
  /** The first answer with code, after the files were read. */
  readonly first: (call: CallTool) => Promise<unknown>;
  /** Another question; the peer does not look whether files have changed. */
  readonly second: (call: CallTool) => Promise<unknown>;
  /** The first question once more, about the files as they are then. */
  readonly again: (call: CallTool) => Promise<unknown>;
}

/**
 * Servers for agents, from their start to their first answers, ours beside repomix where it is installed; and each of our
 * tools at the server. The two do not do the same: ours packs for a task from an index, and knows what has changed;
 * repomix writes every file into one, in which a pattern is looked for. So there is no bound.
 */
export async function benchmarkMcpServers(settings: RunSettings): Promise<BenchmarkResult> {
  const { inputs, print, sizeOf } = settings;
  const repository = await inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-servers-')));
  try {
    const workspace = join(folder, 'repository');
    await cp(repository, workspace, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const environment = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const ours = ourServers(workspace, environment);
    const theirs = inputs.repomix === undefined ? [] : [repomixServer(inputs.repomix, workspace, environment)];
    printTable(print, 'Start to first answers, in ms', await timeServers([...ours, ...theirs], sizeOf(rounds)));
    printTable(print, 'Tools at the server, in ms', await timeTools(ours[1], settings));
    return { missing: theirs.length > 0 ? [] : ['repomix: LEXICHORD_REPOMIX names no executable'] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ourServers(folder: string, environment: NodeJS.ProcessEnv): readonly [TimedServer, TimedServer, TimedServer] {
  const pack =
    (task: string) =>
    (call: CallTool): Promise<unknown> =>
      call('pack_context', { task });
  const server = {
    ...{ parameters: [lexichordCommand, 'mcp'], folder, environment },
    ...{ first: pack(tasks[0]), second: pack(tasks[1]), again: pack(tasks[0]) },
  };
  const removeIndex = (): Promise<undefined> => {
    rmSync(join(folder, '.lexichord'), { recursive: true, force: true });
    return Promise.resolve(undefined);
  };
  return [
    { ...server, name: 'lexichord mcp, without an index', prepare: removeIndex },
    { ...server, name: 'lexichord mcp, index up to date' },
    { ...server, name: 'lexichord mcp, beside a warm process', prepare: () => startWarmProcess(server) },
  ];
}

/** Starts a warm process that has answered once. @returns its end */
async function startWarmProcess({ folder, environment }: Pick<TimedServer, 'folder' | 'environment'>) {
  const options = { cwd: folder, env: environment };
  const server = spawn(process.execPath, [lexichordCommand, 'serve'], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const run = (argv: readonly string[]): void => {
    execFileSync(process.execPath, [lexichordCommand, ...argv], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  await new Promise<void>((resolve) => {
    server.stderr.on('data', (text) => String(text).includes('Answering commands') && resolve());
  });
  run(['search', tasks[0]]);
  return async (): Promise<void> => {
    run(['serve', '--stop']);
    await ended;
  };
}

function repomixServer(executable: string, folder: string, environment: NodeJS.ProcessEnv): TimedServer {
  let packed = '';
  const find = (call: CallTool, pattern: string): Promise<unknown> =>
    call('grep_repomix_output', { outputId: packed, pattern, ignoreCase: true, contextLines: 5 });
  const packAndFind = async (call: CallTool): Promise<unknown> => {
    const { structuredContent } = await call('pack_codebase', { directory: folder });
    packed = (structuredContent as { readonly outputId: string }).outputId;
    return find(call, patterns[0]);
  };
  return {
    ...{ name: 'repomix --mcp', parameters: [executable, '--mcp'], folder, environment },
    ...{ first: packAndFind, second: (call) => find(call, patterns[1]), again: packAndFind },
  };
}

/** In turns (A B A B), so that whatever else the machine does meets all of them; the last column compares the medians. */
async function timeServers(servers: readonly TimedServer[], starts: number): Promise<readonly TableRow[]> {
  const timed = servers.map((server) => ({
    server,
    first: [] as number[],
    second: [] as number[],
    again: [] as number[],
  }));
  for (let start = 0; start < starts; start += 1) {
    for (const { server, first, second, again } of timed) {
      const finish = await server.prepare?.();
      await withServer(server, async (call, startedMs) => {
        await server.first(call);
        first.push(performance.now() - startedMs);
        second.push(await msOf(() => server.second(call)));
        again.push(await msOf(() => server.again(call)));
      });
      await finish?.();
    }
  }
  return timed.map(({ server, first, second, again }) => ({
    server: server.name,
    ...{ 'start to first': median(first).toFixed(0), 'second question': median(second).toFixed(0) },
    'first again': median(again).toFixed(0),
  }));
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Every tool of ours, at a server that is warm, one call after the other. */
async function timeTools(server: TimedServer, { repetition }: RunSettings): Promise<readonly TableRow[]> {
  const { folder, environment } = server;
  await writeFile(join(folder, 'glossary.md'), glossary);
  execFileSync(process.execPath, [lexichordCommand, 'knowledge', 'import', 'glossary.md'], {
    ...{ cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  return withServer(server, async (call) => {
    const found = await call('search_code', { query: tasks[0] });
    const { hits } = found.structuredContent as { readonly hits: readonly [{ readonly path: string }] };
    const [{ path }] = hits;
    await call('pack_context', { task: tasks[0] });
    const note = (run: number): Promise<unknown> =>
      call('remember', {
        conversation_id: 'notes',
        messages: [{ role: 'user', content: `Note ${run} about errors.` }],
      });
    const tools: Readonly<Record<string, (run: number) => Promise<unknown>>> = {
      search_code: (run) => call('search_code', { query: tasks[run % 2] }),
      pack_context: (run) => call('pack_context', { task: tasks[run % 2] }),
      repository_map: () => call('repository_map'),
      expand_context: () => call('expand_context', { handle: `${path}:1-40` }),
      assemble_context: () => call('assemble_context', { document: path }),
      explain_context: () => call('explain_context'),
      lookup_knowledge: () => call('lookup_knowledge', { query: 'what is an error' }),
      remember: note,
      recall_conversation: () => call('recall_conversation', { conversation_id: 'notes', query: 'errors' }),
    };
    const rows: TableRow[] = [];
    for (const [tool, work] of Object.entries(tools)) {
      const sorted = await timePreparedRuns((run) => run, work, repetition({ warmUp: 3, runs: 30 }));
      rows.push({ tool, p50: percentile(sorted, 0.5).toFixed(1), p95: percentile(sorted, 0.95).toFixed(1) });
    }
    return rows;
  });
}
