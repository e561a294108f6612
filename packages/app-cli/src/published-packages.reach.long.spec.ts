import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lexichord/testing';

import { buildCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';
import { type WindowsMachine, describeUnderWine } from './test-support/windows-machine.js';

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

  describeUnderWine('installed for Windows', (open) => {
    let machine: WindowsMachine;
    let project: string;

    beforeAll(() => {
      machine = open(() => treeOf('npm').environment);
      project = machine.project('Work', { ...source, 'docs/deep/note.md': '# Login\n', '.env': 'LOGIN_KEY=1\n' });
    });

    it('find and pack what a project has, by names as Windows writes them', () => {
      expect(machine.run(project, ['index'])).toMatchObject({ status: 0 });
      expect(machine.run(project, ['search', 'login', '--path', 'SRC\\']).stdout).toContain('src/login.ts:1-1');
      expect(machine.run(project, ['search', 'login', '--path', '.\\docs\\deep']).stdout).toMatch(
        /docs\/deep\/note\.md/u,
      );
      for (const named of ['src\\login.ts', 'C:\\WORK\\Src\\login.ts:1', 'src\\*.ts', '.\\docs\\..\\src/login.ts']) {
        const { status, stdout } = machine.run(project, ['pack', 'what is this', '--open', named, '--budget', '600']);

        expect([named, status]).toEqual([named, 0]);
        expect(stdout).toContain('### src/login.ts');
        expect(stdout).toContain('export function login() {}');
      }
    });

    it('index again what has changed, in a folder that is named with a backslash', () => {
      rmSync(join(project, 'docs/deep/note.md'));

      expect(machine.run(project, ['index', 'docs\\deep']).stdout).toContain('1 removed');
    });

    it('give nothing from outside, no secrets, no streams and nothing of other computers', () => {
      for (const named of [
        '..\\windows\\win.ini',
        '\\\\host\\share\\x.ts',
        '.ENV',
        '.env::$DATA',
        'src\\login.ts:x',
        'Q:\\x.ts',
      ]) {
        const packed = machine.run(project, ['pack', 'x', '--open', named, '--budget', '600', '--json']);

        const { rejectedSources } = JSON.parse(packed.stdout) as { readonly rejectedSources: readonly object[] };
        expect([named, rejectedSources]).toEqual([named, [expect.objectContaining({ reason: 'path-denied' })]]);
        expect(packed.stdout).not.toContain('LOGIN_KEY=1');
      }
    });

    it('take no home folder for a project, however it is spelt', () => {
      for (const home of ['%USERPROFILE%', 'c:\\USERS\\..\\Users\\root']) {
        const { status, stderr } = machine.runIn(home, ['map']);

        expect([home, status]).toEqual([home, 2]);
        expect(stderr).toContain('is a home folder');
      }
    });

    it('replace a record of a conversation, and give it back', () => {
      const talk = machine.project('Work', { 'talk.jsonl': '{"role":"user","content":"Where is login?"}\n' });

      expect(machine.run(talk, ['memory', 'add', 'talk.jsonl', '--conversation', 'talk']).status).toBe(0);
      expect(machine.run(talk, ['memory', 'find', 'where is login']).stdout).toContain('talk');
    });

    it('answer from a warm process through a named pipe, under every spelling of its folder', async () => {
      await machine.start(project, ['serve'], 'Answering commands');

      const asked = machine.run(project, ['search', 'login', '--workspace', 'c:\\work']);

      expect(asked.stderr).toMatch(/The warm process \d+ answered\./u);
      expect(asked.stdout).toContain('src/login.ts');
      expect(machine.run(project, ['serve', '--stop']).status).toBe(0);
      await machine.ended();
    });

    it('serve an agent that speaks to them by standard input and output', () => {
      const { status, stdout, stderr } = machine.runAgent(project);

      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      const { tools, packed } = JSON.parse(stdout) as { readonly tools: readonly string[]; readonly packed: object };
      expect(tools).toContain('pack_context');
      expect(JSON.stringify(packed)).toContain('export function login() {}');
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
