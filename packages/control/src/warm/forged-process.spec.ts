import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import { findWarmProcess } from './find-warm-process.js';
import { runWarm } from './run-warm.js';
import { AWarmWorkspace, aRun } from './test-support/a-warm-workspace.js';
import { recordPath } from './warm-folder.js';
import { randomText } from './warm-protocol.js';
import { type WarmRecord, parseRecord } from './warm-record.js';

/** What a program that is not ours answers each connection with, and what it was sent. */
class Impostor {
  readonly received: string[] = [];

  private constructor(private readonly server: Server) {}

  static async listen(address: string, answers: readonly string[] = []): Promise<Impostor> {
    const server = createServer();
    const impostor = new Impostor(server);
    server.on('connection', (socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => {
        impostor.received.push(text);
        if (answers.length > 0) socket.end(answers.join('\n'));
      });
      socket.on('error', () => undefined);
    });
    server.listen(address);
    await once(server, 'listening');
    chmodSync(address, 0o600);
    return impostor;
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('what is put in the place of a warm process', () => {
  let workspace: AWarmWorkspace;
  let impostor: Impostor | undefined;

  beforeEach(() => {
    workspace = new AWarmWorkspace();
  });

  afterEach(async () => {
    await impostor?.close();
    impostor = undefined;
    await workspace.dispose();
  });

  const ask = async (record: WarmRecord) => {
    const printed: string[] = [];
    const { kind } = await runWarm(record, aRun('pack', 'a task of mine'), {
      identity: 'version 1',
      helloMs: 100,
      stdin: Readable.from([]),
      stdout: (text) => printed.push(text),
      stderr: (text) => printed.push(text),
    });
    return { kind, printed };
  };
  const notAnswered = { kind: 'not-run', printed: [] };

  it.each([
    [
      'whose proof is made up',
      [
        JSON.stringify({ proof: 'p'.repeat(43), identity: 'version 1', challenge: 'c' }),
        '{"out":"forged"}',
        '{"exit":0}',
        '',
      ],
    ],
    ['that sends something else', ['HTTP/1.1 200 OK', '', '{"out":"forged"}', '']],
    ['that says too little', ['{"identity":"version 1"}', '']],
    ['that says nothing', []],
  ])('a program %s is sent no task, and nothing of it is printed', async (_what, answers) => {
    await workspace.serve();
    const record = { ...workspace.record, address: join(workspace.folder, 'other.sock') };
    impostor = await Impostor.listen(record.address, answers);

    expect(await ask(record)).toEqual(notAnswered);
    expect(impostor.received.join('')).not.toContain('task');
    expect(
      impostor.received
        .join('')
        .trimEnd()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line) as object)),
    ).toEqual([['lexichord', 'challenge']]);
  });

  it('a program that sends without end before it has proved anything is left at once', async () => {
    await workspace.serve();
    const record = { ...workspace.record, address: join(workspace.folder, 'flood.sock') };
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const pour = (): void => {
        while (socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', pour);
      pour();
    }).listen(record.address);
    await once(server, 'listening');
    chmodSync(record.address, 0o600);

    expect(await ask(record)).toEqual(notAnswered);
    server.close();
  });

  it('a program that has the record but only sends back what it is sent has no proof', async () => {
    await workspace.serve();
    const record = { ...workspace.record, address: join(workspace.folder, 'echo.sock') };
    const server = createServer((socket) => void socket.pipe(socket)).listen(record.address);
    await once(server, 'listening');
    chmodSync(record.address, 0o600);

    expect(await ask(record)).toEqual(notAnswered);
    server.close();
  });

  it.each([
    ['a socket that others may open', (record: WarmRecord) => chmodSync(record.address, 0o666)],
    ['a socket in a folder that others may open', (record: WarmRecord) => chmodSync(dirname(record.address), 0o755)],
    [
      'a link to a socket',
      ({ address }: WarmRecord) => {
        renameSync(address, `${address}.real`);
        symlinkSync(`${address}.real`, address);
      },
    ],
    [
      'a file',
      ({ address }: WarmRecord) => {
        rmSync(address);
        writeFileSync(address, '', { mode: 0o600 });
      },
    ],
    ['nothing', ({ address }: WarmRecord) => rmSync(address)],
    [
      'something below a file',
      ({ address }: WarmRecord) => {
        rmSync(dirname(address), { recursive: true });
        writeFileSync(dirname(address), '');
      },
    ],
  ])('%s is not connected to', async (_what, act) => {
    const requests: unknown[] = [];
    await workspace.serve({ run: (request) => Promise.resolve(requests.push(request)) });
    const { record } = workspace;

    act(record);

    expect(await ask(record)).toEqual(notAnswered);
    expect(requests).toEqual([]);
  });

  it.each([
    ['that others may read', (path: string) => chmodSync(path, 0o644)],
    [
      'behind a link',
      (path: string) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
    ],
    ['that is too large', (path: string) => writeFileSync(path, ' '.repeat(5_000), { mode: 0o600 })],
    ['that is no JSON', (path: string) => writeFileSync(path, '{', { mode: 0o600 })],
    ['that is a list', (path: string) => writeFileSync(path, '[]', { mode: 0o600 })],
    ['in a folder that others may open', (path: string) => chmodSync(dirname(path), 0o755)],
  ])('a record %s is none', async (_what, act) => {
    await workspace.serve();

    act(recordPath(workspace.folder, workspace.workspaceRoot));

    expect(workspace.find()).toBeUndefined();
  });

  it('a record of another workspace is none of this one', async () => {
    await workspace.serve();
    const other = join(workspace.root, 'other');
    mkdirSync(other);
    renameSync(recordPath(workspace.folder, workspace.workspaceRoot), recordPath(workspace.folder, other));

    expect(workspace.find()).toBeUndefined();
    expect(workspace.find(other)).toBeUndefined();
  });

  it('without a home there is no record, nor for a workspace that is not there', () => {
    const place = { workspace: undefined, workingDirectory: workspace.workspaceRoot };

    expect(
      findWarmProcess({ ...place, environment: { XDG_CACHE_HOME: join(workspace.root, 'none') } }),
    ).toBeUndefined();
    expect(findWarmProcess({ ...place, workspace: 'missing', environment: workspace.environment })).toBeUndefined();
  });

  it.each([
    ['below a file', 'file'],
    ['of a name that is too long', 'n'.repeat(300)],
    ['behind a link to itself', 'loop'],
  ])('a cache folder %s holds no record, and none can be served from it', async (_what, name) => {
    writeFileSync(join(workspace.root, 'file'), '');
    symlinkSync('loop', join(workspace.root, 'loop'));
    const environment = { XDG_CACHE_HOME: join(workspace.root, name) };
    const place = { workspace: undefined, workingDirectory: workspace.workspaceRoot, environment };

    expect(findWarmProcess(place)).toBeUndefined();
    await expect(workspace.open({ environment })).rejects.toMatchObject({ code: 'io-failed' });
  });

  it('a folder that others may open is not used to serve', async () => {
    mkdirSync(workspace.folder, { recursive: true, mode: 0o755 });
    chmodSync(workspace.folder, 0o755);

    await expect(workspace.open()).rejects.toMatchObject({ code: 'io-failed', details: { folder: workspace.folder } });
  });

  it('what cannot be replaced by a record is named, and nothing stays open', async () => {
    const path = recordPath(workspace.folder, workspace.workspaceRoot);
    mkdirSync(join(path, 'not-empty'), { recursive: true, mode: 0o700 });
    chmodSync(workspace.folder, 0o700);

    await expect(workspace.open()).rejects.toMatchObject({ code: 'io-failed', details: { folder: workspace.folder } });
    expect(readdirSync(workspace.folder)).toEqual([basename(path)]);
    expect(workspace.clock.runningTimers).toBe(0);
  });
});

describe('a record', () => {
  const record: WarmRecord = {
    ...{ version: 1, pid: 7, address: '/a.sock', secret: randomText(), workspaceRoot: '/w', kind: 'serve' },
    startedAt: '2026-01-01T00:00:00.000Z',
  };

  it('is read as it was written', () => {
    expect(parseRecord(JSON.stringify(record))).toEqual(record);
  });

  it.each([
    { version: 2 },
    { pid: 0 },
    { pid: '7' },
    { address: '' },
    { secret: 'short' },
    { secret: 7 },
    { workspaceRoot: undefined },
    { kind: 'other' },
    { startedAt: 7 },
  ])('with %j is none', (wrong) => {
    expect(parseRecord(JSON.stringify({ ...record, ...wrong }))).toBeUndefined();
  });
});
