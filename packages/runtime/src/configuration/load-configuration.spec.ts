import { join } from 'node:path';

import type { ConfigurationInput } from './configuration-schema.js';
import {
  folder,
  load,
  messageOf,
  useConfigurationFolder,
  write,
  writeUserFile,
  writeWorkspaceFile,
} from './test-support/configuration-folder.js';

useConfigurationFolder();

describe('loadConfiguration', () => {
  it('has the defaults of T-016 and DES-072c where nothing is configured', async () => {
    const { values, origins, files } = await load();

    expect(values.context.budget).toEqual({ total: 100_000, responseReserve: 8_000, systemReserve: 2_000 });
    expect(values.context.sourcePriority).toEqual({
      toolResults: 100,
      openFiles: 80,
      searchResults: 60,
      references: 40,
    });
    expect(values.context.ranking).toMatchObject({ relevanceWeight: 0.5, recencyWeight: 0.3, sourceWeight: 0.2 });
    expect(values.context.chunking).toMatchObject({ maxChunkTokens: 2_000, minChunkTokens: 100 });
    expect(values.context.assembler).toEqual({
      defaultBudget: 8_000,
      strategyTimeoutMs: 5_000,
      enableDeduplication: true,
      deduplicationThreshold: 0.85,
      framing: 'auto',
      strategies: {},
    });
    expect(new Set(origins.values())).toEqual(new Set(['default']));
    expect(files).toEqual([]);
  });

  it('T-016 AC-146: reads budget values from .agent/config.yml', async () => {
    await writeWorkspaceFile(
      'context:\n  budget:\n    total: 80000\n    response_reserve: 10000\n    system_reserve: 5000\n',
    );

    const { values, origins, files } = await load();

    expect(values.context.budget).toEqual({ total: 80_000, responseReserve: 10_000, systemReserve: 5_000 });
    expect(origins.get('context.budget.total')).toBe('workspace');
    expect(files).toEqual(['.agent/config.yml']);
  });

  it('T-016 AC-147: reads ranking weights from .agent/config.yml, whose sum need not be exact in binary', async () => {
    await writeWorkspaceFile(
      'context:\n  ranking:\n    relevance_weight: 0.3\n    recency_weight: 0.6\n    source_weight: 0.1\n',
    );

    const { values } = await load();

    expect(values.context.ranking).toMatchObject({ relevanceWeight: 0.3, recencyWeight: 0.6, sourceWeight: 0.1 });
  });

  it('T-016 AC-148: reads source priorities from .agent/config.yml', async () => {
    await writeWorkspaceFile('context:\n  source_priority:\n    open_files: 90\n');

    const { values } = await load();

    expect(values.context.sourcePriority).toMatchObject({ toolResults: 100, openFiles: 90 });
  });

  it("takes no template file from a workspace's file, says so without naming it, and takes what is below", async () => {
    await writeUserFile('context:\n  formatting:\n    template: xml\n');
    await writeWorkspaceFile(
      'context:\n  formatting:\n    validate_line_numbers: false\n    template: forged.mustache\n',
    );

    const { values, origins, warnings } = await load();

    expect(values.context.formatting).toMatchObject({ validateLineNumbers: false, template: 'xml' });
    expect(origins.get('context.formatting.template')).toBe('user');
    expect(warnings).toEqual([
      "context.formatting.template is not used (.agent/config.yml:4:5): a workspace's file may name only markdown, xml, " +
        'json, because a template controls the text around a pack. Set a template file in ' +
        '~/.config/lexichord/config.yml, or with --template.',
    ]);
  });

  it('takes the name of a template from a workspace, and the path of one from the user and the environment', async () => {
    const template = async (environment: Record<string, string> = {}): Promise<unknown> => {
      const { values, warnings } = await load(environment);
      expect(warnings).toEqual([]);
      return values.context.formatting.template;
    };

    await writeUserFile('context:\n  formatting:\n    template: /own.mustache\n');
    expect(await template()).toBe('/own.mustache');
    await writeWorkspaceFile('context:\n  formatting:\n    template: json\n');
    expect(await template()).toBe('json');
    expect(await template({ LEXICHORD__CONTEXT__FORMATTING__TEMPLATE: '/other.mustache' })).toBe('/other.mustache');
  });

  it.each([
    ['own.mustache', 'home/.config/lexichord/own.mustache'],
    ['../shared/own.mustache', 'home/.config/shared/own.mustache'],
    ['~/own.mustache', 'home/own.mustache'],
  ])("has the template %s of the user's file start at that file, in every workspace", async (template, path) => {
    await writeUserFile(`context: { formatting: { template: ${template} } }`);

    const { values } = await load();

    expect(values.context.formatting.template).toBe(join(folder, path));
  });

  it('has a template of a file that the caller names start at that file', async () => {
    await write('elsewhere/mine.yml', 'context: { formatting: { template: own.mustache } }');

    const { values } = await load({}, { userFile: join(folder, 'elsewhere/mine.yml') });

    expect(values.context.formatting.template).toBe(join(folder, 'elsewhere/own.mustache'));
  });

  it('refuses a relative template of the environment and of a host, which no folder says the start of', async () => {
    const relative = { context: { formatting: { template: 'own.mustache' } } };
    const problem = 'context.formatting.template is a relative path without a base folder; give the absolute path';

    const byVariable = await messageOf(load({ LEXICHORD__CONTEXT__FORMATTING__TEMPLATE: 'own.mustache' }));
    const byHost = await messageOf(load({}, { overrides: relative }));

    expect(byVariable).toContain(problem);
    expect(byVariable).toContain('(environment variable LEXICHORD__CONTEXT__FORMATTING__TEMPLATE)');
    expect(byHost).toContain(problem);
  });

  it('T-016 AC-149: takes chunking preferences, also by language', async () => {
    await writeWorkspaceFile(
      'context:\n  chunking:\n    prefer_structural: false\n    languages:\n      csharp: structural\n      unknown: line_based\n',
    );

    const { values } = await load();

    expect(values.context.chunking).toMatchObject({
      preferStructural: false,
      languages: { csharp: 'structural', unknown: 'line_based' },
    });
  });

  it('T-016 troubleshooting 5: refuses to read a file more than once for a pack, and says why', async () => {
    await writeWorkspaceFile('context:\n  chunking:\n    snapshot_files: false\n');

    expect(await messageOf(load())).toContain(
      'context.chunking.snapshot_files is false; expected true; false is refused,',
    );
  });

  it('refuses an eviction policy that the cache of hashes does not have, and says why', async () => {
    await writeWorkspaceFile('context:\n  deduplication:\n    eviction_policy: fifo\n');

    expect(await messageOf(load())).toContain(
      'context.deduplication.eviction_policy is "fifo"; expected lru; others are refused, because the cache of hashes',
    );
  });

  it('T-016 AC-150: ends with every problem: key, value, what is allowed, and the place', async () => {
    await writeWorkspaceFile(
      [
        'context:',
        '  budgt:',
        '    total: 1',
        '  budget:',
        '    total: -5',
        '  tokenizer:',
        '    use_exact: false',
        '  chunking:',
        '    languages:',
        '      go: fast',
        'workspace:',
        '  deny: [a, 3]',
      ].join('\n'),
    );

    const message = await messageOf(load({ LEXICHORD__CONTEXT__TIMEOUT_MS: 'soon' }));

    expect(message).toBe(
      [
        'invalid-configuration: Invalid configuration:',
        '- context.budget.total is -5; expected an integer from 1 to 100000000 (.agent/config.yml:5:5).',
        '- context.chunking.languages.go is "fast"; expected one of "structural", "line_based" (.agent/config.yml:10:7).',
        '- context.tokenizer.use_exact is false; expected true; false is refused, because with an estimate the text could exceed the budget (.agent/config.yml:7:5).',
        '- context.budgt is not a known key; did you mean "budget"? (.agent/config.yml:2:3).',
        '- workspace.deny[1] is 3; expected a non-empty text (.agent/config.yml:12:13).',
        '- context.timeout_ms is "soon"; expected an integer from 1 to 600000 (environment variable LEXICHORD__CONTEXT__TIMEOUT_MS).',
      ].join('\n'),
    );
  });

  it.each([
    [
      'ranking: { relevance_weight: 0.4, source_weight: 0.4 }',
      'context.ranking: the weights must sum to 1, and sum to 1.1',
    ],
    [
      'budget: { total: 9000 }',
      'context.budget: the reserves for response (8000) and system prompt (2000) leave nothing of the total (9000)',
    ],
    [
      'chunking: { min_chunk_tokens: 3000 }',
      'context.chunking: the smallest chunk (3000 tokens) must not be above the largest (2000)',
    ],
  ])('refuses values that do not fit together: %s', async (yaml, message) => {
    await writeWorkspaceFile(`context: { ${yaml} }`);

    expect(await messageOf(load())).toContain(message);
  });

  it('judges values together only when all layers are joined', async () => {
    await writeUserFile('context: { ranking: { relevance_weight: 0.7 } }');
    await writeWorkspaceFile('context: { ranking: { recency_weight: 0.1 } }');

    const { values, origins } = await load();

    expect(values.context.ranking).toMatchObject({ relevanceWeight: 0.7, recencyWeight: 0.1, sourceWeight: 0.2 });
    expect([origins.get('context.ranking.relevance_weight'), origins.get('context.ranking.recency_weight')]).toEqual([
      'user',
      'workspace',
    ]);
  });

  it('lets flags override the environment, that the workspace, that the user, that the defaults', async () => {
    await writeUserFile('context: { max_sources: 1, timeout_ms: 1, budget: { total: 20001, system_reserve: 1 } }');
    await writeWorkspaceFile('context: { max_sources: 2, timeout_ms: 2, budget: { total: 20002 } }');

    const { values, origins, files } = await load(
      { LEXICHORD__CONTEXT__MAX_SOURCES: '3', LEXICHORD__CONTEXT__TIMEOUT_MS: '3' },
      { overrides: { context: { maxSources: 4 } } },
    );

    expect(values.context).toMatchObject({
      maxSources: 4,
      timeoutMs: 3,
      budget: { total: 20_002, systemReserve: 1 },
    });
    expect(
      ['max_sources', 'timeout_ms', 'budget.total', 'budget.system_reserve', 'budget.response_reserve'].map((key) =>
        origins.get(`context.${key}`),
      ),
    ).toEqual(['flag', 'environment', 'workspace', 'user', 'default']);
    expect(files).toEqual(['~/.config/lexichord/config.yml', '.agent/config.yml']);
  });

  it('replaces lists, but adds to the deny list, which no file may shorten', async () => {
    await writeUserFile('workspace: { deny: [secrets/, "*.key"] }\ncontext: { agents: { a: { strategies: [x, y] } } }');
    await writeWorkspaceFile(
      'workspace: { deny: ["*.key", drafts/] }\ncontext: { agents: { a: { strategies: [z] } } }',
    );

    const { values } = await load();

    expect(values.workspace.deny).toEqual(['secrets/', '*.key', 'drafts/']);
    expect(values.context.agents['a']?.strategies).toEqual(['z']);
  });

  it('is frozen all the way down', async () => {
    await writeWorkspaceFile('context: { agents: { a: { strategies: [x] } } }');

    const { values } = await load();

    expect(Object.isFrozen(values.context.agents['a']?.strategies)).toBe(true);
    expect(() => Object.assign(values.context.budget, { total: 1 })).toThrow(TypeError);
  });

  describe('from the environment', () => {
    it('turns texts into what the schema wants', async () => {
      const { values } = await load({
        LEXICHORD__CONTEXT__BUDGET__TOTAL: ' 50000 ',
        LEXICHORD__CONTEXT__RANKING__INCLUSION_THRESHOLD: '0.25',
        LEXICHORD__CONTEXT__CACHE__ENABLED: 'FALSE',
        LEXICHORD__WORKSPACE__DENY: 'a/, *.b',
        LEXICHORD__MODEL__NAME: '4711',
        LEXICHORD__LOGGING__LEVEL: 'debug',
        LEXICHORD__LOGGING__RANKER: 'info',
        LEXICHORD__STORAGE__ADDRESS: 's3://mine/x',
        LEXICHORD__CONTEXT__TIMEOUT_MS: '',
        LEXICHORD_LICENSE: 'not part of it',
      });

      expect(values).toMatchObject({
        context: {
          budget: { total: 50_000 },
          ranking: { inclusionThreshold: 0.25 },
          cache: { enabled: false },
          timeoutMs: 5_000,
        },
        workspace: { deny: ['a/', '*.b'] },
        model: { name: '4711' },
        logging: { level: 'debug', ranker: 'info' },
        storage: { address: 's3://mine/x' },
      });
    });

    it.each([
      [
        'LEXICHORD__CONTEXT__BUDGT__TOTAL',
        '5',
        'context.budgt is not a known key; did you mean "budget"? (environment variable',
      ],
      [
        'LEXICHORD__CONTEXT__CACHE__ENABLED',
        'constructor',
        'context.cache.enabled is "constructor"; expected true or false',
      ],
      ['LEXICHORD__CONTEXT__BUDGET', '5', 'LEXICHORD__CONTEXT__BUDGET names a mapping of keys'],
      ['LEXICHORD__', '5', 'LEXICHORD__ does not name a key'],
      ['LEXICHORD____PROTO____X', '5', 'does not name a key'],
      ['LEXICHORD__CONSTRUCTOR__X', '5', 'does not name a key'],
      ['LEXICHORD__MODEL__NAME__X', '5', 'model.name'],
    ])('says what is wrong with %s=%s', async (name, value, message) => {
      expect(await messageOf(load({ [name]: value, LEXICHORD__MODEL__TOKENIZER: 'cl100k_base' }))).toContain(message);
    });

    it('names the variable even when another goes on below it', async () => {
      const message = await messageOf(load({ LEXICHORD__X: '1', LEXICHORD__X__Y: '2' }));

      expect(message).toContain('x is not a known key');
    });
  });

  it('checks flags like everything else', async () => {
    const overrides = { context: { assembler: { default_budgt: 5 } } } as unknown as ConfigurationInput;

    expect(await messageOf(load({}, { overrides }))).toContain('did you mean "default_budget"? (from a flag)');
  });

  it('never shows where tables are kept, since an address can hold a password', async () => {
    const overrides = { storage: { address: ['s3://user:hunter2@host'] } } as unknown as ConfigurationInput;

    const message = await messageOf(load({}, { overrides }));

    expect(message).toContain('storage.address is set to something else; expected a non-empty text');
    expect(message).not.toContain('hunter2');
  });
});
