import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@lexichord/testing';

import { buildCommand, startCommand } from '../test-support/built-command.js';
import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

const files = {
  '.agent/config.yml': 'context: { assembler: { default_budget: 3000 } }\n',
  'a.md': '# A\n\nWords.\n',
  'src/login.ts': 'export function login() {}\n',
};

/** A command that was started for real, and what it has printed. */
class Served {
  stdout = '';
  stderr = '';
  private readonly changed = new Set<() => void>();

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.add('stdout', text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.add('stderr', text));
  }

  async written(name: 'stdout' | 'stderr', text: string): Promise<this> {
    while (!this[name].includes(text)) {
      if (this.child.exitCode !== null) throw new TypeError(`It ended:\n${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.changed.add(resolve));
    }
    return this;
  }

  /** @returns the exit code, and the signal if that ended it */
  async end(signal: NodeJS.Signals): Promise<readonly unknown[]> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return [];
    const closed = once(this.child, 'close');
    this.child.kill(signal);
    return closed;
  }

  private add(name: 'stdout' | 'stderr', text: string): void {
    this[name] += text;
    for (const resolve of this.changed) resolve();
    this.changed.clear();
  }
}

/** Messages of the panel, as they come, until one holds the text. */
async function messageWith(address: string, text: string, act: () => Promise<unknown>): Promise<string> {
  const response = await fetch(new URL('events?viewer=viewer-of-a-test', address));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = (await reader.read()).value ?? '';
  await act();
  while (!received.includes(text)) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError(`The messages ended before "${text}":\n${received}`);
    received += value;
  }
  await reader.cancel();
  return received;
}

describe('commands and the processes that serve a workspace', () => {
  const workingDirectory = aFolder(files);
  const serving = join(workingDirectory, '.lexichord/serving');
  let panel: Served;
  let index: Served;
  let address: string;

  const run = (...argv: readonly string[]) => runCommand(argv, { workingDirectory });
  const json = (...argv: readonly string[]) => runJson(argv, { workingDirectory });
  const start = (...argv: readonly string[]) => new Served(startCommand(argv, workingDirectory));
  const records = () => readdirSync(serving).filter((name) => /^\d+-\d+\.json$/u.test(name));
  const configure = (yaml: string) => writeFileSync(join(workingDirectory, '.agent/config.yml'), yaml);

  beforeAll(async () => {
    buildCommand();
    // Of its own: another panel would have the usual one as soon as it is free.
    const port = await freePort();
    [panel, index] = await Promise.all([
      start('preview', '--port', String(port)).written('stdout', '\n'),
      start('index', '--watch').written('stderr', 'Following changes'),
    ]);
    address = panel.stdout.trim();
  });

  afterAll(async () => {
    await Promise.all([panel.end('SIGKILL'), index.end('SIGKILL')]);
  });

  it('T-016 scenario 10: config reload has both take up a changed configuration', async () => {
    const seen = await messageWith(address, '"configuration-reloaded"', async () => {
      configure('context: { assembler: { default_budget: 2000 }, budget: { total: 150000 } }\n');
      const { exitCode, stdout, stderr } = await run('config', 'reload');

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/\nConfiguration reloaded successfully\.\n$/u);
      expect(stdout).toContain(`lexichord preview (process ${panel.child.pid}) `);
      expect(stdout).toContain(
        `lexichord index --watch (process ${index.child.pid}) took up context.assembler.default_budget; a restart is needed for context.budget.total.`,
      );
    });

    expect(seen).toContain('context.assembler.default_budget');
    expect(await json('config', 'reload')).toMatchObject({
      reloaded: 2,
      processes: expect.arrayContaining([
        expect.objectContaining({ pid: panel.child.pid, kind: 'preview', restartKeys: ['context.budget.total'] }),
        expect.objectContaining({ pid: index.child.pid, kind: 'index', appliedKeys: [] }),
      ]) as unknown,
    });
  });

  it('config reload leaves both as they are when the configuration is broken', async () => {
    configure('context: { budgt: 1 }\n');

    const { exitCode, stdout } = await run('config', 'reload');
    configure('');

    expect([exitCode, stdout]).toEqual([2, '']);
    expect((await run('config', 'reload')).exitCode).toBe(0);
  });

  it('T-016 troubleshooting 6: context refresh has viewers assemble anew, and brings the index up to date', async () => {
    const seen = await messageWith(address, '"refresh-requested"', async () => {
      const { exitCode, stdout, stderr } = await run('context', 'refresh');

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`lexichord preview (process ${panel.child.pid}) assembles again for 1 viewer.\n`);
      expect(stdout).toContain(
        `lexichord index --watch (process ${index.child.pid}) is up to date: 0 added, 0 changed, 0 removed.\n`,
      );
    });

    expect(seen).toContain('refresh-requested');
    expect(await json('context', 'refresh')).toMatchObject({ index: { added: 0 }, cleared: 2 });
  });

  it('T-016 troubleshooting 6: debug watch shows what each of them follows', async () => {
    const { exitCode, stdout, stderr } = await run('debug', 'watch');

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^lexichord preview \(process \d+\)\nactive: +yes\nsince: .*\nconfiguration: .*config\.yml\n/mu,
    );
    expect(stdout).toMatch(
      /^lexichord index --watch \(process \d+\)\nactive: +yes\nsince: .*\nfolders: +the whole workspace\nlast event: .*, \d+ added, \d+ changed, \d+ removed\n/mu,
    );
    expect(await json('debug', 'watch')).toMatchObject({
      active: true,
      watchers: expect.arrayContaining([
        expect.objectContaining({ kind: 'index', folders: ['.'], documents: [] }),
        expect.objectContaining({ kind: 'preview', folders: [], documents: [] }),
      ]) as unknown,
    });
  });

  it('a strategy that is switched off is off in the panel at once', async () => {
    const seen = await messageWith(address, '"strategy-toggled"', () => run('strategies', 'disable', 'heading'));

    expect(seen).toContain('"strategyId":"heading","enabled":false');
    expect(await run('strategies', 'enable', 'heading')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('nobody else can read the records', () => {
    for (const name of records()) {
      expect(JSON.parse(readFileSync(join(serving, name), 'utf8'))).toMatchObject({ version: 1 });
    }
    expect(records()).toHaveLength(2);
  });

  it('a record of somebody who hangs, or of another program, harms nothing', async () => {
    const received: string[] = [];
    const other = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          received.push(bytes.toString());
          socket.end('SSH-2.0-x\r\n');
        });
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const secret = 's'.repeat(43);
    const record = { version: 1, pid: process.pid, port, secret, kind: 'preview', startedAt: new Date().toISOString() };
    const place = (name: string, content: string, mode = 0o600): void =>
      writeFileSync(join(serving, name), content, { mode });
    // Each with the id of a process that runs, so that nothing but its file speaks against it.
    const [link, shared, huge, odd] = [1, process.ppid, panel.child.pid!, index.child.pid!];
    mkdirSync(join(workingDirectory, 'outside'));
    const target = join(workingDirectory, 'outside/record.json');
    writeFileSync(target, JSON.stringify({ ...record, pid: link }), { mode: 0o600 });
    symlinkSync(target, join(serving, `${link}-${port}.json`));
    place(`${shared}-${port}.json`, JSON.stringify({ ...record, pid: shared }), 0o644);
    place(`${huge}-${port}.json`, `${' '.repeat(2_000)}${JSON.stringify({ ...record, pid: huge })}`);
    place(`${odd}-${port}.json`, JSON.stringify({ ...record, pid: odd, host: 'example.com' }));
    place(`${process.pid}-${port}.json`, JSON.stringify(record));

    const { exitCode, stdout, stderr } = await run('strategies', 'disable', 'heading');
    other.close();
    await once(other, 'close');
    const after = await run('strategies', 'enable', 'heading');

    expect([exitCode, stdout]).toEqual([0, 'Heading Hierarchy (heading) is off in this workspace.\n']);
    expect(stderr).toBe(`warning: lexichord preview (process ${process.pid}) did not answer: It cannot be reached.\n`);
    expect(received.map((text) => text.split('\r\n')[0])).toEqual([
      `POST /${secret}/control/reread-strategies HTTP/1.1`,
    ]);
    expect(after).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(serving, `${process.pid}-${port}.json`))).toBe(false);
  });

  it('what was killed is forgotten by the next command', async () => {
    const killed = await start('preview').written('stdout', '\n');
    const name = records().find((record) => record.startsWith(`${killed.child.pid}-`));
    await killed.end('SIGKILL');
    const left = records();

    expect(await json('debug', 'watch')).toMatchObject({ watchers: [{}, {}] });

    expect(left).toContain(name);
    expect(records()).not.toContain(name);
  });

  it('both end at once when they are told to, with their records', async () => {
    expect(await Promise.all([panel.end('SIGINT'), index.end('SIGTERM')])).toEqual([
      [130, null],
      [143, null],
    ]);

    // Those of the test before are no records, and stay.
    expect(records()).toHaveLength(4);
    await expect(fetch(address)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect((await run('debug', 'watch')).stdout).toMatch(/^Neither/u);
  });
});
