import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import {
  type CommandTrace,
  describeTraced,
  effectCalls,
  isFullRun,
  seededNumbers,
  traceCommand,
  tracedEffects,
} from '@lexichord/testing';

import { buildCommand, command } from './test-support/built-command.js';
import { callPanel } from './test-support/call-panel.js';
import { type CommandLine, everyCommand } from './test-support/every-command.js';
import { foreignOwners, type HostileTree, leadingToTheOther, plantings } from './test-support/hostile-trees.js';
import {
  type HostileTemplate,
  aHostileTemplate,
  copyTemplate,
  describeFolder,
  otherSecret,
} from './test-support/hostile-workspace.js';

/** How the user has come to the workspace. */
const ways = {
  'in a clone': { isOwn: false, flags: [] },
  'in a clone whose state is trusted': { isOwn: false, flags: ['--trust-state'] },
  'in a workspace of one’s own': { isOwn: true, flags: [] },
} as const;

/** Command lines that are tried of each tree and way, when not all are. */
const sampleSize = 2;
/** Shows what git has of a workspace. */
const changeLines: readonly CommandLine[] = [
  { argv: ['pack', 'the other project', '--changed'] },
  { argv: ['pack', 'the other project', '--diff', 'HEAD'] },
];
/** A command that takes longer hangs. In seconds, on a machine that is kept busy. */
const maxSeconds = '120';

/** What reads the files that it is given, wherever they are, as `cat` does. */
const inputCommands = ['knowledge import', 'memory add', 'memory import', 'debug tokenize'];

const isAdministrator = process.getuid?.() === 0;

interface Run {
  readonly root: string;
  readonly tree: HostileTree;
  readonly trace: CommandTrace;
  /** What the panel answered, if it was one. */
  readonly answers: string;
  /** As `describeFolder` has it. */
  readonly outsideBefore: readonly string[];
}

describeTraced('a workspace whose author means harm', () => {
  let template: HostileTemplate;
  let lines: readonly CommandLine[];

  beforeAll(async () => {
    buildCommand();
    template = await aHostileTemplate();
    lines = [...everyCommand(template.subjects).values()].flat();
    lines = [...lines, ...changeLines, { argv: ['doctor', '--adopt', '.lexichord.aside-1'] }];
  });

  const cases = Object.keys(ways)
    .flatMap((way) => [...Object.keys(plantings), ...Object.keys(foreignOwners)].map((planting) => ({ way, planting })))
    .map((each, number) => ({ ...each, number }));
  it.each(isAdministrator ? cases : cases.filter(({ planting }) => planting in plantings))(
    'harms nobody: $planting, $way',
    async ({ way, planting, number }) => {
      const harm: string[] = [];
      const own = planting in leadingToTheOther && !isFullRun() ? changeLines : [];
      for (const line of [...own, ...chosen(lines, number)]) {
        const run = await start(line, planting, ways[way as keyof typeof ways]);
        harm.push(...harmOf(run, line).map((each) => `${line.argv.join(' ')}: ${each}`));
        rmSync(run.root, { recursive: true });
      }
      expect(harm).toEqual([]);
    },
  );

  if (!isAdministrator)
    it.skip('harms nobody with files of other users, which only an administrator can make', () => undefined);

  async function start(line: CommandLine, planting: string, way: (typeof ways)[keyof typeof ways]): Promise<Run> {
    const { root, tree } = copyTemplate(template);
    if (!way.isOwn) rmSync(join(tree.home, '.local'), { recursive: true, force: true });
    ({ ...plantings, ...foreignOwners })[planting]?.(tree);
    const outsideBefore = describeFolder(tree.outside);
    let answers = '';
    const argv = [
      'timeout',
      '--foreground',
      '--kill-after=5',
      maxSeconds,
      process.execPath,
      command,
      ...line.argv,
      ...way.flags,
    ];
    const trace = await traceCommand(argv, {
      calls: effectCalls,
      workingDirectory: tree.workspace,
      environment: environmentIn(root, tree),
      whileRunning: async (running) => {
        answers = await untilItServes(running, line, template);
      },
    });
    return { root, tree, trace, answers, outsideBefore };
  }
});

/** A share of them: the next ones of a seeded order for each number, so that every command has its turn. */
function chosen(lines: readonly CommandLine[], number: number): readonly CommandLine[] {
  if (isFullRun()) return lines;
  const random = seededNumbers(18);
  const ordered = lines.map((line) => ({ line, order: random() })).sort((a, b) => a.order - b.order);
  const from = (number * sampleSize) % lines.length;
  return [...ordered, ...ordered].slice(from, from + sampleSize).map(({ line }) => line);
}

/** With keys for object storage, as a user has them: whoever follows an address there shows itself. */
function environmentIn(root: string, { home }: HostileTree): NodeJS.ProcessEnv {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: join(root, 'tmp'),
    NO_COLOR: '1',
    LEXICHORD_PROGRESS: 'off',
    ...keys,
  };
}

/** Interrupts a command that serves when it has begun to, a panel after every call of its API. */
async function untilItServes(
  running: ChildProcessWithoutNullStreams,
  { argv, serving }: CommandLine,
  { subjects }: HostileTemplate,
): Promise<string> {
  if (serving === undefined) {
    // Nobody is at the other end: a server for agents ends with its client.
    running.stdin.end();
    return '';
  }
  const texts = { stdout: '', stderr: '' };
  const ended = once(running, 'close');
  await Promise.race([
    ended,
    new Promise<void>((resolve) => {
      for (const name of ['stdout', 'stderr'] as const) {
        running[name].on('data', (text: string) => {
          texts[name] += text;
          if (texts[serving.stream].includes(serving.text)) resolve();
        });
      }
    }),
  ]);
  if (running.exitCode !== null) return '';
  const answers = argv[0] === 'preview' ? await callPanel(texts.stdout.trim(), subjects) : '';
  process.kill(-(running.pid ?? 0), 'SIGINT');
  return answers;
}

/** In words; none where nothing happened that the user did not ask for. */
function harmOf({ root, tree, trace, answers, outsideBefore }: Run, { argv }: CommandLine): readonly string[] {
  const { read, changed, started, contacted } = tracedEffects(trace.log, tree.workspace);
  const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  const isOwn = (path: string): boolean =>
    [tree.workspace, tree.home, join(root, 'tmp')].some((folder) => isIn(folder, path));
  const isGivenInput = inputCommands.includes(argv.slice(0, 2).join(' '));
  const printed = `${trace.stdout}${trace.stderr}${answers}`;
  const outsideNow = describeFolder(tree.outside);
  return [
    ...outsideNow.filter((entry) => !outsideBefore.includes(entry)).map((entry) => `left outside: ${entry}`),
    ...outsideBefore.filter((entry) => !outsideNow.includes(entry)).map((entry) => `took from outside: ${entry}`),
    ...(isGivenInput ? [] : read.filter((path) => isIn(tree.outside, path) && !isAskedForItsFiles(path))).map(
      (path) => `read ${path}`,
    ),
    ...changed.filter((path) => !isOwn(path) && !isOfTheSystem(path)).map((path) => `changed ${path}`),
    ...started.filter((path) => isIn(root, path) || !isKnownProgram(path)).map((path) => `started ${path}`),
    ...contacted.filter((address) => !isLoopback(address) && !isOwn(address)).map((address) => `contacted ${address}`),
    ...(printed.includes(otherSecret) ? ['showed what is elsewhere'] : []),
    ...(/^ {4}at /mu.test(printed) ? [`showed a stack: ${printed}`] : []),
    // As the command that limits it says so, or by its last resort.
    ...(trace.exitCode === 124 || trace.exitCode === 137 ? ['did not end'] : []),
  ];
}

/** A repository that is named in the place of the workspace's is asked whether its files are here. */
const isAskedForItsFiles = (path: string): boolean => path.endsWith('/other/.git/config');

/** A device, what the kernel says of processes, or a descriptor of what is no file: `pipe:[1]`. */
const isOfTheSystem = (path: string): boolean => /^\/(?:dev|proc)\/|^\w+:/u.test(path);

const isKnownProgram = (path: string): boolean => ['node', 'timeout', 'git'].includes(basename(path));

const isLoopback = (address: string): boolean => /^(?:127\.0\.0\.1|::1):\d+$/u.test(address);
