import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lexichord/testing';

import { buildCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

const tools = fileURLToPath(new URL('../../../tools/publish/', import.meta.url));
const checks = join(tools, 'checks/node_modules');
const installers = ['npm', 'pnpm', 'bun'] as const;

/** Where the binary of each version of Node is. npm has those of newer versions for one platform alone. */
const nodes: Readonly<Record<string, string>> = {
  [`v${process.versions.node}`]: dirname(process.execPath),
  ...(`${process.platform}-${process.arch}` === 'linux-x64'
    ? { 'v22.': join(checks, 'node22/bin'), 'v24.': join(checks, 'node24/bin') }
    : {}),
};

/** A project that has the command from the registry; as `measure-install.mjs` prints it. */
interface InstalledTree {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Starts the command of the project, as a user types it. */
  readonly run: readonly string[];
  /** Starts it where no project has it. */
  readonly runOnce: readonly string[];
  readonly pack: string;
  readonly packages: number;
  readonly megabytes: number;
}

const source = { 'src/login.ts': 'export function login() {}\n' };
const question = 'how does login work';

describe('packages as they are published', () => {
  const staged = join(aFolder(), 'staged');
  const trees = new Map<string, InstalledTree>();
  let registry: ChildProcess | undefined;
  let address = '';

  beforeAll(() => {
    buildCommand();
    execFileSync(process.execPath, [join(tools, 'stage-packages.mjs'), '--out', staged]);
  });

  afterAll(async () => {
    // Not started, or ended by itself: another test has failed for it.
    if (registry === undefined || registry.exitCode !== null) return;
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

  describe.each(installers)('installed by %s', (name) => {
    it('are at most 150 packages and 300 MB, and answer', () => {
      const measure = [join(tools, 'checks/measure-install.mjs'), '--installer', name, '--json', '--task', question];
      const options = ['--registry', address, '--repository', aFolder(source), '--out', aFolder()];

      const printed = execFileSync(process.execPath, [...measure, ...options], { encoding: 'utf8' });

      const [tree] = JSON.parse(printed) as [InstalledTree];
      expect(tree.pack).toContain('export function login() {}');
      expect(tree.packages).toBeLessThanOrEqual(150);
      expect(tree.megabytes).toBeLessThanOrEqual(300);
      // Nothing was measured if it is not there.
      expect(Math.min(tree.packages, tree.megabytes)).toBeGreaterThan(100);
      trees.set(name, tree);
    });

    it.each(Object.entries(nodes))('run on Node %s, as a user starts them', (version, folder) => {
      const tree = treeOf(name);
      const start = (argv: readonly string[]): string => startOn(folder, tree, [...tree.run, ...argv]);

      expect(startOn(folder, tree, ['node', '--version'])).toMatch(version);
      expect(start(['pack', question, '--budget', '500'])).toContain('export function login() {}');
      expect(start(['search', 'login', '--json'])).toContain('src/login.ts');
    });

    it('are started from the registry by one command, where nothing is installed', () => {
      const tree = { ...treeOf(name), folder: aFolder(source) };

      const packed = startOn(dirname(process.execPath), tree, [...tree.runOnce, 'pack', question]);

      expect(packed).toContain('export function login() {}');
    });
  });

  describe("seen by the protocol's inspector", () => {
    const inspector = join(checks, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    /** The inspector needs Node 22; the server runs on the Node that is given. */
    const inspect = (serverNode: string, argv: readonly string[]): string => {
      const tree = treeOf('npm');
      const server = [
        join(checks, serverNode, 'bin/node'),
        join(tree.folder, 'node_modules/lexichord/bin/lexichord.js'),
      ];
      return startOn(join(checks, 'node22/bin'), tree, ['node', inspector, '--cli', ...server, 'mcp', ...argv]);
    };

    it('have tools, and answer a call', () => {
      const call = ['--method', 'tools/call', '--tool-name', 'pack_context', '--tool-arg', `task=${question}`];

      expect(inspect('node22', ['--method', 'tools/list'])).toContain('"name": "pack_context"');
      expect(inspect('node22', call)).toContain('export function login() {}');
    });

    it('have resources and prompts, which can be read', () => {
      const read = ['--method', 'resources/read', '--uri', 'lexichord://map'];
      const get = ['--method', 'prompts/get', '--prompt-name', 'explain_repository'];

      expect(inspect('node24', ['--method', 'resources/list'])).toContain('"uri": "lexichord://map"');
      expect(inspect('node24', read)).toContain('src/login.ts');
      expect(inspect('node24', ['--method', 'prompts/list'])).toContain('"name": "explain_repository"');
      expect(inspect('node24', get)).toContain('src/login.ts');
    });
  });

  function treeOf(name: string): InstalledTree {
    const tree = trees.get(name);
    if (tree === undefined) throw new TypeError(`${name} has installed nothing.`);
    return tree;
  }
});

/** With a version of Node before all others on the path. */
function startOn(nodeFolder: string, tree: InstalledTree, [program = '', ...argv]: readonly string[]): string {
  const env = { ...tree.environment, PATH: [nodeFolder, tree.environment['PATH']].join(delimiter) };
  return execFileSync(program, argv, { cwd: tree.folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
