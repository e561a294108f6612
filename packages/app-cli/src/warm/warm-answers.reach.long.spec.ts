import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ManualClock } from '@lexichord/testing';

import { type CommandLine, everyCommand } from '../test-support/every-command.js';
import { FollowedCommand } from '../test-support/followed-command.js';
import { type HostileTemplate, aHostileTemplate, copyTemplate } from '../test-support/hostile-workspace.js';
import { type CommandResult, type RunOptions, runCommand } from '../test-support/run-command.js';
import { commandDefinitions } from '../test-support/secret-arguments.js';

/** A workspace with everything in it that commands read, and a process that holds it warm. */
class WarmWorkspace {
  private constructor(
    readonly options: RunOptions,
    readonly server: FollowedCommand,
  ) {}

  static async open(template: HostileTemplate): Promise<WarmWorkspace> {
    const { tree } = copyTemplate(template);
    // Ages of files are in what is printed, and times. No file was written to a moment ago, which would be read again.
    const clock = new ManualClock(Date.UTC(2100, 0, 1));
    const options = { workingDirectory: tree.workspace, environment: { HOME: tree.home }, clock };
    const server = new FollowedCommand(['serve'], options);
    await server.written('stderr', 'Answering commands');
    return new WarmWorkspace(options, server);
  }

  cold(argv: readonly string[], options: Partial<RunOptions> = {}): Promise<CommandResult> {
    return runCommand(argv, { ...this.options, ...options, environment: this.variables(options) });
  }

  /** With a line on standard error that says who answered. */
  warm(argv: readonly string[], options: Partial<RunOptions> = {}): Promise<CommandResult> {
    const environment = { ...this.variables(options), LEXICHORD_WARM: 'report' };
    return runCommand(argv, { ...this.options, asksWarmProcess: true, ...options, environment });
  }

  private variables({ environment }: Partial<RunOptions>): RunOptions['environment'] {
    return { ...this.options.environment, ...environment };
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  path(name: string): string {
    return join(this.options.workingDirectory, name);
  }
}

const answered = /The warm process \d+ answered\.\n$/u;

function expectSame(warm: CommandResult, cold: CommandResult): void {
  expect(warm.stderr).toMatch(answered);
  expect({ ...warm, stderr: warm.stderr.replace(answered, '') }).toEqual(cold);
}

const search = ['search', 'tunnel', '--content', '--explain', '--json'];

describe('a warm process', () => {
  let template: HostileTemplate;
  let workspace: WarmWorkspace;
  let lines: readonly CommandLine[];

  beforeAll(async () => {
    template = await aHostileTemplate();
    workspace = await WarmWorkspace.open(template);
    const definitions = commandDefinitions();
    lines = [...everyCommand(template.subjects)].flatMap(([name, own]) =>
      definitions.get(name)?.isReading === undefined ? [] : own,
    );
  });

  afterAll(() => workspace.server.interrupt());

  it.each([
    ['through pipes', [], {}],
    ['as JSON', ['--json'], {}],
    ['in a terminal with colours', [], { terminalColumns: 100, environment: { NO_COLOR: '', TERM: 'xterm' } }],
  ])(
    'answers every command that reads with the same bytes as a process of its own, %s',
    async (_how, flags, options) => {
      expect(lines.length).toBeGreaterThan(20);
      for (const { argv } of lines) {
        // What a pack begins with depends on the pack before it: on this one, in both.
        if (argv[0] === 'pack') await workspace.cold([...argv, ...flags], options);
        const cold = await workspace.cold([...argv, ...flags], options);
        expectSame(await workspace.warm([...argv, ...flags], options), cold);
      }
    },
  );

  /** What somebody does to the workspace between two commands, and a command that shows it. */
  const changes: readonly (readonly [string, readonly string[], (workspace: WarmWorkspace) => unknown])[] = [
    ['a file is changed', search, (w) => appendFileSync(w.path('docs/roads.md'), '\nA tunnel has lamps.\n')],
    [
      'the same file is changed again at once',
      search,
      (w) => appendFileSync(w.path('docs/roads.md'), '\nA tunnel ends.\n'),
    ],
    [
      'a file is new, in a new folder',
      search,
      (w) => w.write('docs/deep/er/tunnels.md', '# Tunnels\n\nA tunnel has two ends.\n'),
    ],
    ['a file is ignored by git', search, (w) => w.write('.gitignore', 'docs/deep\n')],
    ['it is ignored no more', search, (w) => rmSync(w.path('.gitignore'))],
    ['a file is kept from agents', search, (w) => w.write('.agentignore', 'docs/deep/**\n')],
    ['it is not any more', search, (w) => rmSync(w.path('.agentignore'))],
    ['a file is gone', search, (w) => rmSync(w.path('docs/deep'), { recursive: true })],
    [
      'a document is changed',
      ['assemble', 'notes.md', '--json'],
      (w) => appendFileSync(w.path('notes.md'), '\nSee the tunnel.\n'),
    ],
    [
      'the configuration is changed',
      ['assemble', 'notes.md', '--json'],
      (w) => w.write('.agent/config.yml', 'context: { assembler: { default_budget: 300 } }\n'),
    ],
    ['the configuration is broken', search, (w) => w.write('.agent/config.yml', 'contxt: 1\n')],
    ['the configuration is gone', ['assemble', 'notes.md', '--json'], (w) => rmSync(w.path('.agent/config.yml'))],
    [
      'a strategy is switched on',
      ['assemble', 'docs/roads.md', '--json'],
      (w) => w.cold(['strategies', 'enable', 'heading']),
    ],
    [
      'a strategy is switched off',
      ['assemble', 'docs/roads.md', '--json'],
      (w) => w.cold(['strategies', 'disable', 'heading']),
    ],
    [
      'a conversation goes on',
      ['memory', 'show', 'chat'],
      (w) => w.cold(['memory', 'add', 'chat.jsonl', '--conversation', 'chat']),
    ],
    [
      'a conversation is gone',
      ['memory', 'recall', 'chat', 'zebra'],
      (w) => w.cold(['memory', 'remove', 'chat', '--yes']),
    ],
    [
      'a fact is new',
      ['knowledge', 'search', 'Ledger'],
      async (w) => {
        w.write('more.yaml', 'entities:\n  - { type: Service, name: Ledger, properties: { owner: books } }\n');
        await w.cold(['knowledge', 'import', 'more.yaml']);
      },
    ],
    ['the index is made anew', search, (w) => w.cold(['index', '--rebuild'])],
    ['the state is gone', search, (w) => rmSync(w.path('.lexichord'), { recursive: true })],
    ['another pack was made', ['context', 'show', '--chunks'], (w) => w.cold(['pack', 'tunnel'])],
  ];

  it('sees what has changed as a process of its own does', async () => {
    for (const [change, argv, act] of changes) {
      // So that it has come to know that nothing changes.
      for (let time = 0; time < 4; time += 1) await workspace.warm(['search', 'tunnel']);
      await act(workspace);
      const warm = await workspace.warm(argv);
      expectSame(
        { ...warm, stderr: `${change}: ${warm.stderr}` },
        await workspace.cold(argv).then((cold) => ({ ...cold, stderr: `${change}: ${cold.stderr}` })),
      );
    }
  });
});
