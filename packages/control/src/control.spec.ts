import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { ControlHandlers } from './control-protocol.js';
import { askServingProcesses, startControlServer } from './control.js';
import { AListener, httpAnswer } from './ask/test-support/a-listener.js';
import { aRecord, writeRecord } from './records/test-support/a-record.js';
import { AHost } from './test-support/a-host.js';

const handlers: ControlHandlers = {
  reloadConfiguration: () => Promise.resolve({ appliedKeys: ['context.agents'], restartKeys: ['model.name'] }),
  refresh: () => Promise.resolve({ index: { added: 1, changed: 2, removed: 3 } }),
  describeWatch: () =>
    Promise.resolve({
      active: true,
      folders: ['.'],
      documents: ['a.md'],
      configurationFiles: ['.agent/config.yml'],
      lastEvent: { at: '2026-01-02T03:04:05.000Z', what: '1 added' },
    }),
  rereadStrategies: () => Promise.resolve({ switched: ['style'] }),
};

describe('a process that commands ask', () => {
  let host: AHost;
  let state: string;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(() => {
    host = new AHost();
    ({ state } = host);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    host.dispose();
  });

  async function open(overrides: Partial<ControlHandlers> = {}): Promise<number> {
    const server = await startControlServer(host, { ...handlers, ...overrides });
    closing.push(() => server.close());
    return server.port;
  }

  async function listen(answer: string): Promise<AListener> {
    const listener = await AListener.open(answer);
    closing.push(() => listener.close());
    writeRecord(state, aRecord({ port: listener.port }));
    return listener;
  }

  it('answers every question', async () => {
    const port = await open();
    const who = { pid: process.pid, port, kind: 'index', startedAt: new Date(host.clock.now()).toISOString() };

    expect(await askServingProcesses(state, 'reload-configuration')).toEqual([
      { ...who, answer: await handlers.reloadConfiguration() },
    ]);
    expect(await askServingProcesses(state, 'refresh')).toEqual([{ ...who, answer: await handlers.refresh() }]);
    expect(await askServingProcesses(state, 'describe-watch')).toEqual([
      { ...who, answer: await handlers.describeWatch() },
    ]);
    expect(await askServingProcesses(state, 'reread-strategies')).toEqual([
      { ...who, answer: { switched: ['style'] } },
    ]);
  });

  it('keeps its record to its user, and takes it away when it closes', async () => {
    const port = await open();
    const path = join(state, 'serving', `${process.pid}-${port}.json`);

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, 'serving')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1, pid: process.pid, port, kind: 'index' });
    await closing.pop()?.();
    expect(readdirSync(join(state, 'serving'))).toEqual([]);
  });

  it('tells what went wrong there, and of a defect no more than that', async () => {
    const problem = new LexichordError(ErrorCode.invalidConfiguration, 'context.budgt is not a known key.');
    const defect = new TypeError('The secret text of a file');
    await open({ reloadConfiguration: () => Promise.reject(problem), refresh: () => Promise.reject(defect) });

    const [reload] = await askServingProcesses(state, 'reload-configuration');
    const [refresh] = await askServingProcesses(state, 'refresh');

    expect(reload?.failure).toEqual({ isReached: true, code: 'invalid-configuration', message: problem.message });
    expect(refresh?.failure).toMatchObject({ isReached: true, code: 'internal' });
    expect(refresh?.failure?.message).not.toContain('secret');
    expect(host.logger.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  it('is asked by nothing but a fixed request, and only with its secret', async () => {
    const listener = await listen(httpAnswer(200, '{"switched":[]}'));

    await askServingProcesses(state, 'reread-strategies');

    expect(listener.received).toEqual([
      [
        `POST /${'s'.repeat(43)}/control/reread-strategies HTTP/1.1`,
        'content-type: application/json',
        'content-length: 2',
        `Host: 127.0.0.1:${listener.port}`,
        'Connection: close',
        '',
        '{}',
      ].join('\r\n'),
    ]);
  });

  it.each([
    ['no JSON', httpAnswer(200, '<html>')],
    ['another form', httpAnswer(200, '{"switched":[1]}')],
    ['an error of another form', httpAnswer(500, '{"error":"no"}')],
    ['a redirect', 'HTTP/1.1 302 X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'],
    ['a huge answer', httpAnswer(200, JSON.stringify({ switched: [], more: 'x'.repeat(3e6) }))],
    ['what is no HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ])('does not believe %s', async (_what, answer) => {
    const listener = await listen(answer);

    const [said] = await askServingProcesses(state, 'reread-strategies');

    expect(said).toMatchObject({ port: listener.port, failure: { isReached: false, code: 'io-failed' } });
    expect(said?.answer).toBeUndefined();
    expect(listener.received).toHaveLength(1);
  });

  it('is given up when it does not answer in time, or the user does not want to wait', async () => {
    await listen('');
    const reason = new DOMException('No.', 'AbortError');

    const [said] = await askServingProcesses(state, 'describe-watch', { timeoutMs: 50 });

    expect(said?.failure).toEqual({ isReached: false, code: 'io-failed', message: 'It did not answer within 50 ms.' });
    const asking = askServingProcesses(state, 'describe-watch', { signal: AbortSignal.abort(reason) });
    await expect(asking).rejects.toBe(reason);
  });

  it('is forgotten when its port is closed, or somebody else has it now', async () => {
    const gone = await AListener.open('');
    await gone.close();
    const paths = [writeRecord(state, aRecord({ port: gone.port }))];
    const port = await open();
    closing.push(() => Promise.resolve());
    // A panel of another workspace listens there, and does not know this secret.
    paths.push(writeRecord(state, aRecord({ pid: 1, port })));

    expect(await askServingProcesses(state, 'refresh')).toHaveLength(1);
    expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
  });

  it('has neither record nor port when it cannot be announced', async () => {
    mkdirSync(state);
    writeFileSync(join(state, 'serving'), '');

    await expect(open()).rejects.toMatchObject({ code: 'io-failed' });
  });
});
