import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CustomStrategy,
  ErrorCode,
  IAgentCatalog,
  IContextOrchestrator,
  type IContextStrategy,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  ILicenseService,
  type ILexichordRuntime,
  ISemanticSearchService,
  IStyleRuleRepository,
  ITokenCounter,
  IWorkspaceGuard,
  LexichordError,
  combineContent,
  defaultContextBudget,
  licenseTiers,
  token,
} from '@lexichord/abstractions';
import { developmentLicense } from '@lexichord/license';
import { RecordingLogger } from '@lexichord/testing';
import type { RuntimeOptions } from './runtime-options.js';
import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

const guide = '# Guide\n\nWelcome.\n\n## Install\n\nRun the installer and wait.\n\n## Use\n\nOpen a file.\n';

describe('createRuntime', () => {
  let folder: string;
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
    ({ folder } = runtimes);
    await writeFile(join(folder, 'guide.md'), guide);
  });

  afterEach(() => runtimes.dispose());

  function open(options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    return runtimes.open(options);
  }

  async function configure(yaml: string): Promise<void> {
    await mkdir(join(folder, '.agent'), { recursive: true });
    await writeFile(join(folder, '.agent', 'config.yml'), yaml);
  }

  it('refuses the inside of a git repository, and writes nothing into it', async () => {
    const bare = join(folder, 'bare.git');
    execFileSync('git', ['init', '-q', '--bare', bare]);
    const before = await readdir(bare);

    await expect(open({ workspaceRoot: bare })).rejects.toMatchObject({
      code: ErrorCode.invalidArgument,
      message: expect.stringContaining('git worktree add') as string,
    });
    expect(await readdir(bare)).toEqual(before);
  });

  it('assembles a real document', async () => {
    const { orchestrator, tokenCounter } = await open();

    const result = await orchestrator.assemble(
      {
        documentPath: 'guide.md',
        cursorPosition: guide.indexOf('installer'),
        selectedText: 'wait',
        agentId: 'copilot',
      },
      defaultContextBudget,
    );

    expect(result.fragments.map(({ sourceId }) => sourceId)).toEqual(['document', 'selection', 'cursor', 'heading']);
    expect(result.fragments[0]?.content).toBe(guide);
    expect(result.variables).toMatchObject({
      DocumentName: 'guide.md',
      Language: 'markdown',
      CurrentHeading: 'Install',
    });
    expect(tokenCounter.countTokens(combineContent(result))).toBe(result.renderedTokens);
    expect(await readdir(folder)).toEqual(['guide.md']);
  });

  it.each(licenseTiers)('resolves every service at the tier %s', async (lowerTierTo) => {
    const runtime = await open({ lowerTierTo });
    const tokens = [
      IAgentCatalog,
      IContextOrchestrator,
      IDocumentStructureService,
      IEditorService,
      IEventBus,
      ILicenseService,
      IStyleRuleRepository,
      ITokenCounter,
      IWorkspaceGuard,
    ];

    for (const service of tokens) expect(runtime.resolve<unknown>(service)).toBe(runtime.resolve<unknown>(service));
    expect(runtime.license.tier).toBe(lowerTierTo);
    expect(() => runtime.resolve(token('INothing'))).toThrow(expect.objectContaining({ code: 'internal' }) as Error);
  });

  it('without a licence answers for Core, and says so once', async () => {
    const logger = new RecordingLogger();

    const { license, orchestrator } = await open({ license: undefined, logger });

    expect(license.info).toMatchObject({ tier: 'Core', status: 'none' });
    expect(logger.templates('warn')).toEqual(['Licence: {Message}']);
    const { fragments, skipped } = await orchestrator.assemble({ agentId: 'copilot' }, defaultContextBudget);
    expect(fragments).toEqual([]);
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['unlicensed']));
  });

  it('a licence that does not hold gives Core, never the development licence', async () => {
    const { license } = await open({ license: { ...developmentLicense, token: `${developmentLicense.token ?? ''}x` } });

    expect(license.tier).toBe('Core');
    expect(license.info.status).not.toBe('valid');
  });

  it('shares nothing between two runtimes in one process', async () => {
    const first = await open();
    const second = await open();
    const heard: string[] = [];
    second.events.subscribe('StrategyToggled', ({ strategyId }) => void heard.push(strategyId));

    first.orchestrator.setStrategyEnabled('document', false);
    first.editor.setUnsavedContent('guide.md', 'changed');

    expect(second.orchestrator.isStrategyEnabled('document')).toBe(true);
    expect(await second.editor.getContent('guide.md')).toBe(guide);
    expect(heard).toEqual([]);
    expect(first.resolve(IEventBus)).not.toBe(second.resolve(IEventBus));
  });

  it('remembers what was switched off, in a folder that git ignores', async () => {
    const first = await open();
    await first.switchStrategy('heading', false);
    await first.switchStrategy('cursor', false);
    await first.switchStrategy('cursor', true);

    const second = await open();

    expect(second.orchestrator.isStrategyEnabled('heading')).toBe(false);
    expect(second.orchestrator.isStrategyEnabled('cursor')).toBe(true);
    expect((await readdir(join(folder, '.lexichord'))).toSorted()).toEqual(['.gitignore', 'origin', 'state.json']);
    expect(await readFile(join(folder, '.lexichord', '.gitignore'), 'utf8')).toBe('*\n');
    await expect(first.switchStrategy('headnig', true)).rejects.toMatchObject({ code: ErrorCode.unknownStrategy });
  });

  it('ignores a state file that cannot be understood, and says so', async () => {
    await mkdir(join(folder, '.lexichord'));
    await writeFile(join(folder, '.lexichord', 'state.json'), '{"strategies": {"heading": "no"}');
    const logger = new RecordingLogger();

    const { orchestrator } = await open({ logger, trustsState: true });

    expect(orchestrator.isStrategyEnabled('heading')).toBe(true);
    expect(logger.templates('warn')).toEqual(['The remembered state of the strategies is ignored: {Reason}']);
  });

  it('keeps every switch of several at once', async () => {
    const first = await open();

    await Promise.all(['document', 'cursor', 'heading'].map((id) => first.switchStrategy(id, false)));

    const second = await open();
    const off = ['document', 'selection', 'cursor', 'heading'].filter(
      (id) => !second.orchestrator.isStrategyEnabled(id),
    );
    expect(off).toEqual(['document', 'cursor', 'heading']);
  });

  it.each<[string, (state: string, outside: string) => Promise<unknown>]>([
    ['a link', (state, outside) => symlink(outside, state)],
    ['a link to a device', (state) => symlink('/dev/zero', state)],
    ['a huge file', (state) => writeFile(state, ' '.repeat(100_000))],
  ])('neither reads nor writes through %s in place of the state file', async (_what, place) => {
    const outside = join(folder, 'outside.json');
    await writeFile(outside, '{"strategies": {"heading": false}}');
    await mkdir(join(folder, '.lexichord'));
    await place(join(folder, '.lexichord', 'state.json'), outside);

    const runtime = await open({ trustsState: true });
    await runtime.switchStrategy('cursor', false);

    expect(runtime.orchestrator.isStrategyEnabled('heading')).toBe(true);
    expect((await open({ trustsState: true })).orchestrator.isStrategyEnabled('cursor')).toBe(false);
    expect(await readFile(outside, 'utf8')).toBe('{"strategies": {"heading": false}}');
  });

  it('says so when a folder is in place of the state file', async () => {
    await mkdir(join(folder, '.lexichord', 'state.json'), { recursive: true });
    const runtime = await open({ trustsState: true });
    const toggled: string[] = [];
    runtime.events.subscribe('StrategyToggled', ({ strategyId }) => {
      toggled.push(strategyId);
    });

    await expect(runtime.switchStrategy('cursor', false)).rejects.toMatchObject({ code: ErrorCode.ioFailed });
    // A switch that is not remembered is none.
    expect([runtime.orchestrator.isStrategyEnabled('cursor'), toggled]).toEqual([true, []]);
  });

  it('does not write into a folder that .lexichord links to', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'lexichord-outside-'));
    await symlink(outside, join(folder, '.lexichord'));
    const runtime = await open();

    await runtime.switchStrategy('cursor', false);

    expect(await readdir(outside)).toEqual([]);
    expect((await open()).orchestrator.isStrategyEnabled('cursor')).toBe(false);
    await rm(outside, { recursive: true });
  });

  it('remembers in the cache folder when the place in the workspace came with the repository', async () => {
    await mkdir(join(folder, '.lexichord'));
    await writeFile(join(folder, '.lexichord/gift'), '');
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    execFileSync('git', ['add', '--force', '.lexichord'], { cwd: folder });
    const first = await open();

    await first.switchStrategy('heading', false);

    expect((await open()).orchestrator.isStrategyEnabled('heading')).toBe(false);
    await writeFile(join(folder, 'no-cache'), '');
    const nowhere = await open({ cacheFolder: join(folder, 'no-cache') });
    await expect(nowhere.switchStrategy('heading', true)).rejects.toMatchObject({ code: ErrorCode.ioFailed });
  });

  it('T-016 AC-150: refuses a bad configuration at the start, naming every key', async () => {
    await configure('context:\n  assembler:\n    default_budget: none\n    strategy_timeout: 3\n');

    await expect(open()).rejects.toMatchObject({
      code: ErrorCode.invalidConfiguration,
      message: expect.stringMatching(/context\.assembler\.default_budget[^]*strategy_timeout/u) as string,
    });
  });

  it('applies the configuration: budget, sizes, switches, agents, tokenizer, denials', async () => {
    await configure(
      [
        'context:',
        '  assembler:',
        '    default_budget: 500',
        '    strategies: { document: { max_tokens: 12 }, heading: { enabled: false } }',
        '  agents:',
        '    editor: { default_budget: 700 }',
        '    translator: { strategies: [document] }',
        '  tokenizer: { encoding: cl100k_base }',
        'workspace: { deny: ["private/"] }',
      ].join('\n'),
    );
    await mkdir(join(folder, 'private'));
    await writeFile(join(folder, 'private', 'plan.md'), 'secret');

    const { orchestrator, tokenCounter, agents, editor, defaultBudgetOf } = await open().then((runtime) => ({
      orchestrator: runtime.orchestrator,
      tokenCounter: runtime.tokenCounter,
      agents: runtime.agents,
      editor: runtime.editor,
      defaultBudgetOf: (agentId: string) => runtime.defaultBudgetOf(agentId),
    }));

    expect(['copilot', 'editor', 'translator'].map(defaultBudgetOf)).toEqual([500, 700, 500]);
    expect(agents.findAgent('editor')?.displayName).toBe('Editor');
    expect(tokenCounter.encoding).toBe('cl100k_base');
    await expect(editor.getContent('private/plan.md')).rejects.toMatchObject({ code: ErrorCode.pathDenied });
    const result = await orchestrator.assemble({ documentPath: 'guide.md', agentId: 'translator' }, { maxTokens: 500 });
    expect(result.fragments.map(({ sourceId }) => sourceId)).toEqual(['document']);
    expect(result.fragments[0]?.tokenEstimate).toBeLessThanOrEqual(12);
    expect(orchestrator.isStrategyEnabled('heading')).toBe(false);
  });

  it('takes the encoding from the model, or asks for it', async () => {
    const gpt4 = await open({ configuration: { model: { name: 'gpt-4' } } });
    expect(gpt4.tokenCounter).toMatchObject({ encoding: 'cl100k_base', isEstimate: false });

    await expect(open({ configuration: { model: { name: 'some-llama' } } })).rejects.toThrow(/safety_factor/u);

    const factor = { encoding: 'o200k_base', safety_factor: 1.5 } as const;
    const estimate = await open({ configuration: { model: { name: 'some-llama' }, context: { tokenizer: factor } } });
    expect(estimate.tokenCounter.isEstimate).toBe(true);
    expect(estimate.tokenCounter.countTokens('hello')).toBe(2);
  });

  it('adds the strategy of a host, which finds services and the guard', async () => {
    const readme: CustomStrategy = {
      strategyId: 'first-line',
      displayName: 'First line',
      priority: 45,
      maxTokens: 50,
      create: (services): IContextStrategy => {
        const editor = services.resolve(IEditorService);
        const counter = services.resolve(ITokenCounter);
        return {
          strategyId: 'first-line',
          displayName: 'First line',
          priority: 45,
          maxTokens: 50,
          gather: async ({ documentPath = '' }) => {
            const content = (await editor.getContent(documentPath)).split('\n')[0] ?? '';
            const tokenEstimate = counter.countTokens(content);
            return { sourceId: 'first-line', label: 'First line', content, tokenEstimate, relevance: 1 };
          },
        };
      },
    };
    const budget = { maxTokens: 500, excludedStrategies: ['document', 'heading', 'cursor'] };

    const enterprise = await open({ customStrategies: [readme] });
    const teams = await open({ customStrategies: [readme], lowerTierTo: 'Teams' });

    const request = { documentPath: 'guide.md', agentId: 'editor' };
    expect((await enterprise.orchestrator.assemble(request, budget)).fragments[0]?.content).toBe('# Guide');
    const locked = await teams.orchestrator.assemble(request, budget);
    expect(locked.skipped.find(({ sourceId }) => sourceId === 'first-line')?.reason).toBe('unlicensed');
  });

  it('opens rag when the host registers a search service', async () => {
    const hit = {
      filePath: 'other.md',
      startLine: 3,
      endLine: 4,
      content: 'Installers are signed.',
      score: 0.7,
      headingPath: ['Other'],
      language: 'markdown',
    };
    const { orchestrator } = await open({
      register: (container) => {
        container.register(ISemanticSearchService, { useValue: { search: () => Promise.resolve({ hits: [hit] }) } });
      },
    });

    const result = await orchestrator.assemble(
      { agentId: 'copilot', hints: { query: 'installer' } },
      defaultContextBudget,
    );

    const [rag] = result.fragments;
    expect(rag).toMatchObject({ sourceId: 'rag', relevance: 0.7 });
    expect(rag?.content).toContain('other.md');
    expect(rag?.content).toContain('Installers are signed.');
  });

  it('refuses a workspace that does not exist', async () => {
    await expect(open({ workspaceRoot: join(folder, 'missing') })).rejects.toBeInstanceOf(LexichordError);
  });

  it('can be disposed of twice, and reads nothing it may not', async () => {
    await writeFile(join(folder, '.env'), 'KEY=1');
    await chmod(join(folder, '.env'), 0o600);
    const runtime = await open();

    const result = await runtime.orchestrator.assemble(
      { documentPath: '.env', agentId: 'copilot' },
      defaultContextBudget,
    );

    expect(result.fragments).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('KEY=1');
    expect(result.skipped.find(({ sourceId }) => sourceId === 'document')?.message).toMatch(/may not be read/u);
    await runtime.dispose();
    await runtime.dispose();
  });
});
