import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import {
  type CustomStrategy,
  type ILexichordRuntime,
  type LexichordEvents,
  StrategyPriority,
} from '@lexichord/abstractions';
import type { LogLevels } from '@lexichord/platform';
import { developmentLicense } from '@lexichord/license';
import { PatientClock, RecordingLogger, aStrategy } from '@lexichord/testing';

import { loadConfiguration } from './configuration/load-configuration.js';
import { createRuntime } from './create-runtime.js';
import { LiveConfiguration } from './live-configuration.js';
import type { RuntimeOptions } from './runtime-options.js';

const guide = `# Guide\n\n${'Press the button and wait. '.repeat(200)}\n`;
const request = { documentPath: 'guide.md', agentId: 'copilot' };
const budget = { maxTokens: 4_000, excludedStrategies: ['heading', 'cursor'] };

describe('a configuration that changes while the workspace is open', () => {
  let folder: string;
  const opened: ILexichordRuntime[] = [];

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-live-')));
    await writeFile(join(folder, 'guide.md'), guide);
  });

  afterEach(async () => {
    for (const runtime of opened.splice(0)) await runtime.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(options: Partial<RuntimeOptions> = {}) {
    const logger = new RecordingLogger();
    const cacheFolder = join(folder, 'cache');
    const runtime = await createRuntime({
      workspaceRoot: folder,
      clock: new PatientClock(),
      license: developmentLicense,
      cacheFolder,
      logger,
      ...options,
    });
    opened.push(runtime);
    return { runtime, logger, ...hear(runtime) };
  }

  async function configure(yaml: string, file = '.agent/config.yml'): Promise<void> {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // In one step, so that who follows the file never reads half of it.
    await writeFile(join(folder, `${file}.new`), yaml);
    await rename(join(folder, `${file}.new`), join(folder, file));
  }

  const tokensOf = async (runtime: ILexichordRuntime): Promise<number | undefined> =>
    (await runtime.orchestrator.assemble(request, budget)).fragments[0]?.tokenEstimate;

  it('takes up budget, sizes, switches and agents, and tells what changed', async () => {
    const { runtime, published } = await open();
    const before = await tokensOf(runtime);
    await configure(
      [
        'context:',
        '  assembler:',
        '    default_budget: 500',
        '    strategies: { document: { max_tokens: 120 }, selection: { enabled: false } }',
        '  agents: { translator: { strategies: [document] }, editor: { default_budget: 700 } }',
      ].join('\n'),
    );

    const change = await runtime.reloadConfiguration();

    expect(before).toBeGreaterThan(500);
    expect(await tokensOf(runtime)).toBeLessThanOrEqual(120);
    expect(['copilot', 'editor', 'translator'].map((id) => runtime.defaultBudgetOf(id))).toEqual([500, 700, 500]);
    expect(runtime.agents.supports('translator', 'cursor')).toBe(false);
    expect(runtime.orchestrator.isStrategyEnabled('selection')).toBe(false);
    expect(runtime.orchestrator.describeStrategies()[0]?.maxTokens).toBe(120);
    expect(change).toEqual({
      appliedKeys: [
        'context.agents.editor.default_budget',
        'context.agents.translator.strategies',
        'context.assembler.default_budget',
        'context.assembler.strategies.document.max_tokens',
        'context.assembler.strategies.selection.enabled',
      ],
      restartKeys: [],
    });
    expect(published).toEqual([['ConfigurationReloaded', change]]);
  });

  it('names what needs a restart, until it is as it was, and leaves it as it was', async () => {
    const { runtime, logger } = await open();
    await configure('{ workspace: { deny: [guide.md] }, context: { tokenizer: { encoding: cl100k_base } } }');
    const changed = await runtime.reloadConfiguration();
    const again = await runtime.reloadConfiguration();
    const stillReadable = await tokensOf(runtime);
    await configure('');
    const back = await runtime.reloadConfiguration();

    const restartKeys = ['context.tokenizer.encoding', 'workspace.deny'];
    expect([changed, again, back]).toEqual([
      { appliedKeys: [], restartKeys },
      { appliedKeys: [], restartKeys },
      { appliedKeys: [], restartKeys: [] },
    ]);
    expect(stillReadable).toBeGreaterThan(0);
    expect(logger.templates('warn')).toContain('Changes of the configuration that need a restart: {Keys}');
  });

  it.each([
    ['the schema refuses', 'context: { assembler: { default_budget: none, strategy_timeout: 3 } }'],
    ['no tokenizer is known for', 'model: { name: some-llama }'],
    ['the guard cannot use', `workspace: { deny: ["${'('.repeat(400)}"] }`],
  ])('keeps what is in force when the changed one is one that %s, and says so', async (_what, broken) => {
    await configure('context: { assembler: { default_budget: 500 } }');
    const { runtime, published, logger } = await open();
    await configure(broken);

    await expect(runtime.reloadConfiguration()).rejects.toMatchObject({ code: 'invalid-configuration' });

    expect(runtime.defaultBudgetOf('copilot')).toBe(500);
    expect(published).toEqual([
      ['ConfigurationRejected', { code: 'invalid-configuration', message: expect.any(String) as string }],
    ]);
    expect(logger.templates('error')).not.toEqual([]);
  });

  it('logs every problem of a broken one with its code', async () => {
    const { runtime, logger } = await open();
    await configure('context: { assembler: { default_budget: none, strategy_timeout: 3 } }');
    await expect(runtime.reloadConfiguration()).rejects.toMatchObject({ code: 'invalid-configuration' });

    const problems = logger.lines
      .filter(({ level }) => level === 'error')
      .map(({ fields: { Code, Problem } }) => `${String(Code)} ${String(Problem)}`);
    expect(problems).toEqual([
      expect.stringMatching(/^invalid-configuration .*default_budget is "none"/u),
      expect.stringMatching(/^invalid-configuration .*strategy_timeout.* is not a known key/u),
    ]);
  });

  it("says that a template file of a workspace's configuration does not count, when opened and after a change", async () => {
    await configure('context: { formatting: { template: forged.mustache } }');
    const { runtime, logger } = await open();
    const atFirst = runtime.configurationWarnings;
    await configure('context: { formatting: { template: xml } }');
    await runtime.reloadConfiguration();
    const corrected = runtime.configurationWarnings;
    await configure('context: { formatting: { template: other.mustache } }');
    await runtime.reloadConfiguration();

    const warning = expect.stringContaining('context.formatting.template is not used') as string;
    expect([atFirst, corrected, runtime.configurationWarnings]).toEqual([[warning], [], [warning]]);
    expect(JSON.stringify(logger.lines)).toContain('context.formatting.template is not used');
  });

  it('follows the files by itself when asked to, and stops when the runtime is disposed of', async () => {
    const { runtime, next, published } = await open({ watchConfiguration: true });
    await configure('context: { assembler: { default_budget: 500 } }');
    const good = await next();
    await configure('context: { assembler: { default_budget: none } }');
    const bad = await next();
    const inForce = runtime.defaultBudgetOf('copilot');
    await configure('context: { assembler: { default_budget: 600 } }');
    const whole = await next();
    const afterwards = runtime.defaultBudgetOf('copilot');
    await runtime.dispose();
    await configure('context: { assembler: { default_budget: 700 } }');
    await runtime.reloadConfiguration();

    expect([good, bad, whole]).toEqual(['ConfigurationReloaded', 'ConfigurationRejected', 'ConfigurationReloaded']);
    expect([inForce, afterwards, runtime.defaultBudgetOf('copilot')]).toEqual([500, 600, 600]);
    expect(published).toHaveLength(3);
  });

  it('does not follow the files unless asked to', async () => {
    const { runtime } = await open();
    const { next } = await open({ watchConfiguration: true });
    await configure('context: { assembler: { default_budget: 500 } }');
    await next();

    expect(runtime.defaultBudgetOf('copilot')).toBe(8_000);
  });

  it('finishes an assembly that is under way with what it began with', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const row = { strategyId: 'gate', displayName: 'Gate', priority: StrategyPriority.critical + 1, maxTokens: 10 };
    const gating: CustomStrategy = {
      ...row,
      create: () => aStrategy({ ...row, gather: async () => (await gate, undefined) }),
    };
    await configure('context: { assembler: { max_parallelism: 1 } }');
    const { runtime } = await open({ customStrategies: [gating] });
    const underWay = tokensOf(runtime);
    await configure('context: { assembler: { max_parallelism: 1, strategies: { document: { max_tokens: 120 } } } }');
    await runtime.reloadConfiguration();
    release();

    expect(await underWay).toBeGreaterThan(500);
    expect(await tokensOf(runtime)).toBeLessThanOrEqual(120);
  });

  it('changes the levels of its own log, and leaves those of a host alone', async () => {
    const own = await open({ logger: undefined });
    const host = await open();
    await configure('logging: { context_orchestrator: debug }');
    const [ownChange, hostChange] = [await own.runtime.reloadConfiguration(), await host.runtime.reloadConfiguration()];

    expect(ownChange.appliedKeys).toEqual(['logging.context_orchestrator']);
    expect(hostChange).toEqual({ appliedKeys: [], restartKeys: [] });
    const changed: LogLevels[] = [];
    const sources = { workspaceRoot: folder, environment: {} };
    const { values } = await loadConfiguration(sources);
    new LiveConfiguration(values, (levels) => void changed.push(levels)).replace(values);
    expect(changed).toEqual([{ level: 'warn', context_orchestrator: 'debug' }]);
  });

  it('warns of strategies that nobody registered, when it is opened and after a change', async () => {
    await configure(
      [
        'context:',
        '  assembler: { strategies: { documnt: { enabled: false }, knowledge: { enabled: false }, mine: {} } }',
        '  agents: { translator: { strategies: [document, tickts], excluded_strategies: [rga] } }',
      ].join('\n'),
    );
    const row = { strategyId: 'mine', displayName: 'Mine', priority: 1, maxTokens: 10 };
    const { runtime, logger } = await open({ customStrategies: [{ ...row, create: () => aStrategy(row) }] });
    const atStart = runtime.configurationWarnings;
    await configure('');
    await runtime.reloadConfiguration();

    expect(atStart).toEqual([
      'context.assembler.strategies.documnt: there is no strategy "documnt", so this has no effect. Did you mean "document"?',
      expect.stringMatching(/^context\.agents\.translator\.strategies: .*"tickts".* Available strategies: document, /u),
      expect.stringMatching(/^context\.agents\.translator\.excluded_strategies: .*"rga"/u),
    ]);
    expect(logger.templates('warn')).toEqual(Array(3).fill('Configuration: {Message}'));
    expect(runtime.configurationWarnings).toEqual([]);
  });
});

/** What a runtime publishes of its configuration, and a promise of the next event's name. */
function hear({ events }: ILexichordRuntime) {
  const published: [string, LexichordEvents[keyof LexichordEvents]][] = [];
  const heard: string[] = [];
  const waiting: ((name: string) => void)[] = [];
  for (const name of ['ConfigurationReloaded', 'ConfigurationRejected'] as const) {
    events.subscribe(name, (event) => {
      published.push([name, event]);
      const taker = waiting.shift();
      if (taker === undefined) heard.push(name);
      else taker(name);
    });
  }
  const next = (): Promise<string> => {
    const name = heard.shift();
    return name === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(name);
  };
  return { published, next };
}
