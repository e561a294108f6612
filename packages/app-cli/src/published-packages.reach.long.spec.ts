import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lexichord/testing';

import { buildCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

const tools = fileURLToPath(new URL('../../../tools/publish/', import.meta.url));
/** As npm names what is compiled for one. */
const platform = `${process.platform}-${process.arch}`;

/** Each installs `lexichord` in the current folder, from the registry, with its own store in a folder of its own. */
const installers: Readonly<Record<string, (registry: string, store: string) => readonly string[]>> = {
  npm: (registry, store) => [
    'npm',
    'install',
    'lexichord',
    '--registry',
    registry,
    '--cache',
    store,
    '--loglevel=error',
  ],
  pnpm: (registry, store) => [
    ...[process.execPath, join(tools, 'checks/node_modules/pnpm/bin/pnpm.cjs'), 'add', 'lexichord'],
    ...['--registry', registry, '--store-dir', store, '--reporter', 'silent'],
  ],
  bun: (registry, store) => [
    ...[join(tools, `checks/node_modules/@oven/bun-${platform}/bin/bun`), 'add', 'lexichord'],
    ...['--registry', registry, '--cache-dir', store, '--silent'],
  ],
};

/** Newer versions of Node than the one that runs the tests; npm has their binaries for this platform alone. */
const newerNodes = platform === 'linux-x64' ? ['node22', 'node24'] : [];

describe('packages as they are published', () => {
  const staged = join(aFolder(), 'staged');
  let registry: ChildProcess | undefined;
  let address = '';
  let installed = '';

  beforeAll(() => {
    buildCommand();
    execFileSync(process.execPath, [join(tools, 'stage-packages.mjs'), '--out', staged]);
  });

  afterAll(async () => {
    // Not there when the packages could not be built, which is then the failure.
    if (registry === undefined) return;
    const ended = once(registry, 'exit');
    registry.stdin?.end();
    await ended;
  });

  it('have no problem that publint and are-the-types-wrong know', () => {
    const checked = spawnSync(process.execPath, [join(tools, 'checks/check-packages.mjs'), '--staged', staged], {
      encoding: 'utf8',
    });

    expect({ status: checked.status, stderr: checked.status === 0 ? '' : checked.stderr }).toEqual({
      ...{ status: 0, stderr: '' },
    });
    expect(checked.stdout).toMatch(/^\d\d packages, 0 problems\.$/mu);
  });

  it('can be published to a registry', async () => {
    const argv = [join(tools, 'checks/local-registry.mjs'), '--staged', staged, '--port', `${await freePort()}`];
    const started = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
    registry = started;

    address = await new Promise((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => resolve(text.toString().trim()));
      started.once('exit', () => reject(new TypeError('The registry has ended.')));
    });

    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  });

  it.each(Object.entries(installers))('are installed from it by %s, and answer', (_name, commandFor) => {
    const folder = aFolder({
      'package.json': '{ "private": true, "type": "module" }\n',
      'src/login.ts': 'export function login() {}\n',
    });
    mkdirSync(join(folder, '.agent'));
    const [program = '', ...argv] = commandFor(address, aFolder());
    const env = { PATH: process.env['PATH'], HOME: aFolder(), CI: 'true' };

    execFileSync(program, argv, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });

    const packed = execFileSync(join(folder, 'node_modules/.bin/lexichord'), ['pack', 'how does login work'], {
      ...{ cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
    expect(packed).toContain('export function login() {}');
    installed = folder;
  });

  it('run on the newer versions of Node', () => {
    for (const name of newerNodes) {
      const node = nodeBinary(name);
      const run = (argv: readonly string[]): string => runInstalled([node, installedCommand(), ...argv]);

      expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(`v${name.slice('node'.length)}.`);
      expect(run(['pack', 'how does login work', '--budget', '500'])).toContain('export function login() {}');
      expect(run(['search', 'login', '--json'])).toContain('src/login.ts');
    }
  });

  it("answer the protocol's inspector", () => {
    const inspector = join(
      tools,
      'checks/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    );
    for (const name of newerNodes) {
      const node = nodeBinary(name);
      const inspect = (argv: readonly string[]): string =>
        runInstalled([node, inspector, '--cli', node, installedCommand(), 'mcp', ...argv]);

      expect(inspect(['--method', 'tools/list'])).toContain('"name": "pack_context"');
      expect(
        inspect(['--method', 'tools/call', '--tool-name', 'pack_context', '--tool-arg', 'task=how does login work']),
      ).toContain('export function login() {}');
    }
  });

  function installedCommand(): string {
    return join(installed, 'node_modules/lexichord/bin/lexichord.js');
  }

  function runInstalled([program = '', ...argv]: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: aFolder(), CI: 'true' };
    return execFileSync(program, argv, {
      ...{ cwd: installed, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
  }
});

function nodeBinary(name: string): string {
  return join(tools, 'checks/node_modules', name, 'bin/node');
}
