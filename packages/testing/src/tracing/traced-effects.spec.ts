import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeTraced } from './describe-traced.js';
import { traceCommand } from './trace-command.js';
import { type TracedEffects, effectCalls, tracedEffects } from './traced-effects.js';

describeTraced('the effects of a command', () => {
  let root: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-effects-')));
    for (const name of ['inside', 'outside']) mkdirSync(join(root, name));
    symlinkSync('../outside', join(root, 'inside/link'));
    writeFileSync(join(root, 'outside/old'), 'old');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function effectsOf(...argv: readonly string[]): Promise<TracedEffects> {
    const workingDirectory = join(root, 'inside');
    const { log } = await traceCommand(argv, { calls: effectCalls, environment: process.env, workingDirectory });
    return tracedEffects(log, workingDirectory);
  }

  const script = (code: string): Promise<TracedEffects> => effectsOf(process.execPath, '-e', code);

  it.each([
    ['writes', 'echo new > link/old'],
    ['makes', 'mkdir link/old.d'],
    ['removes', 'rm link/old'],
    ['renames', 'mv link/old link/older'],
    ['gives other rights', 'chmod 600 link/old'],
    ['gives another time', 'touch -d 2000-01-01 link/old'],
    ['links', 'ln -s anything link/old.link'],
    ['writes through a link of the name', 'ln -s ../outside/old name; echo new > name'],
  ])('have what it %s behind a link', async (_what, command) => {
    const { changed } = await effectsOf('sh', '-c', command);

    expect(changed.some((path) => path.startsWith(join(root, 'outside/old')))).toBe(true);
  });

  it('have what it reads apart from what it changes', async () => {
    const { read, changed } = await effectsOf('cat', 'link/old');

    expect(read).toContain(join(root, 'outside/old'));
    expect(changed).toEqual([]);
  });

  it('have no file that it opened without reading it', async () => {
    const { read } = await effectsOf('sh', '-c', 'exec 3< link/old');

    expect(read).not.toContain(join(root, 'outside/old'));
  });

  it('have what it copies, and the folder whose names it reads', async () => {
    const { read } = await script(
      "const f = require('node:fs'); f.copyFileSync('link/old', 'new'); f.readdirSync('link')",
    );

    expect(read).toEqual(expect.arrayContaining([join(root, 'outside/old'), join(root, 'outside')]));
  });

  it('have the programs that it starts', async () => {
    expect((await effectsOf('sh', '-c', '/usr/bin/env true; exit 0')).started).toContain('/usr/bin/env');
  });

  it.each([
    ['a connection', `require('node:net').connect(9, '127.0.0.1').on('error', () => 0)`, '127.0.0.1:9'],
    ['a connection by IPv6', `require('node:net').connect(9, '::1').on('error', () => 0)`, '::1:9'],
    ['a local socket', `require('node:net').connect('no.socket').on('error', () => 0)`, 'no.socket'],
    [
      'a datagram',
      `const s = require('node:dgram').createSocket('udp4'); s.send('x', 9, '127.0.0.1', () => s.close())`,
      '127.0.0.1:9',
    ],
  ])('have where %s was to go, whether or not somebody listens', async (_what, code, address) => {
    expect((await script(code)).contacted).toContain(address);
  });
});
