import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { configurationJsonSchema, configurationRows } from './configuration-rows.js';
import { settingsOf } from './configuration-schema.js';
import { configurationReference } from './configuration-reference.js';
import { commentedConfigurationTemplate } from './configuration-template.js';
import { type LoadedConfiguration, loadConfiguration } from './load-configuration.js';
import { leavesOf } from './plain-value.js';

async function loadYaml(yaml: string): Promise<LoadedConfiguration> {
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-template-'));
  try {
    await mkdir(join(folder, 'lexichord'));
    await writeFile(join(folder, 'lexichord/config.yml'), yaml);
    return await loadConfiguration({ workspaceRoot: folder, environment: { XDG_CONFIG_HOME: folder } });
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('configurationRows', () => {
  it('has a row with default, allowed values and meaning for every key', async () => {
    const rows = await configurationRows();

    expect(rows.filter(({ meaning, allowed }) => meaning === '' || allowed === '')).toEqual([]);
    expect(rows).toContainEqual({
      key: 'context.budget.total',
      defaultValue: '100000',
      allowed: 'an integer from 1 to 100000000',
      meaning: "The model's whole context window, in tokens.",
    });
    expect(rows).toContainEqual({
      key: 'context.chunking.languages.<language>',
      defaultValue: undefined,
      allowed: 'one of "structural", "line_based"',
      meaning: 'How to cut files of one language, such as csharp: structural; unknown: those without a parser.',
    });
  });

  it('has the default of every value that is set when nothing is configured', async () => {
    const rows = await configurationRows();
    const { values } = await loadYaml('');

    const shown = new Map(rows.map(({ key, defaultValue }) => [key, defaultValue]));
    for (const { path, value } of leavesOf(settingsOf(values))) {
      if (typeof value === 'object' && !Array.isArray(value)) continue;
      const key = path.join('.');
      const expected: unknown = shown.get(key);
      expect([key, expected === value || JSON.parse(quoted(expected))]).toEqual([key, expected === value || value]);
    }
  });

  function quoted(shown: unknown): string {
    return /^[a-z]/.test(String(shown)) && !['true', 'false'].includes(String(shown))
      ? `"${String(shown)}"`
      : String(shown);
  }
});

describe('every key of the manual of T-016', () => {
  it.each([
    'context.budget.total context.budget.response_reserve context.budget.system_reserve',
    'context.source_priority.tool_results context.source_priority.open_files',
    'context.source_priority.search_results context.source_priority.references',
    'context.ranking.relevance_weight context.ranking.recency_weight context.ranking.source_weight',
    'context.chunking.max_chunk_tokens context.chunking.min_chunk_tokens context.chunking.prefer_structural',
    'context.chunking.max_file_size_bytes context.chunking.max_parse_time_ms context.chunking.max_nesting_depth',
    'context.chunking.fallback_on_error context.chunking.validate_syntax context.chunking.snapshot_files',
    'context.chunking.languages.<language> context.max_sources context.cache.enabled',
    'context.deduplication.content_hash_enabled context.deduplication.overlap_detection_enabled',
    'context.deduplication.overlap_threshold context.deduplication.normalize_whitespace',
    'context.deduplication.ignore_comments context.deduplication.case_sensitive',
    'context.deduplication.cache_enabled context.deduplication.cache_max_size context.deduplication.eviction_policy',
    'context.tokenizer.use_exact context.tokenizer.cache_enabled context.tokenizer.timing_mitigation',
    'context.formatting.validate_line_numbers model.name model.tokenizer logging.<component>',
  ])('has a row: %s', async (keys) => {
    const known = (await configurationRows()).map(({ key }) => key);

    expect(known).toEqual(expect.arrayContaining(keys.split(' ')));
  });

  it('loads the samples of T-016', async () => {
    const samples = [
      'context: { budget: { total: 100000, response_reserve: 15000, system_reserve: 8000 } }',
      'context: { ranking: { relevance_weight: 0.7, recency_weight: 0.1, source_weight: 0.2 } }',
      'context: { deduplication: { content_hash_enabled: true, overlap_threshold: 0.5 }, max_sources: 500 }',
      'context: { deduplication: { cache_max_size: 5000, cache_enabled: true, eviction_policy: "lru" } }',
      'context: { chunking: { max_file_size_bytes: 10000000, max_parse_time_ms: 1000, max_nesting_depth: 50, fallback_on_error: true } }',
      'context: { tokenizer: { use_exact: true, cache_enabled: true, timing_mitigation: true } }',
      'model: { name: "codellama-13b", tokenizer: "codellama" }',
      'logging: { context_packer: debug }',
    ];

    for (const sample of samples) await expect(loadYaml(sample)).resolves.toBeDefined();
  });
});

describe('commentedConfigurationTemplate', () => {
  it('sets nothing as it is', async () => {
    const template = await commentedConfigurationTemplate();

    const { values, origins } = await loadYaml(template);

    expect(values).toEqual((await loadYaml('')).values);
    expect(new Set(origins.values())).toEqual(new Set(['default']));
  });

  it('sets the defaults when the mark in front of every key is removed', async () => {
    const template = await commentedConfigurationTemplate();
    // Half of a server's settings have no default, so they are set together or not at all.
    const defaults = template.replaceAll(/^ {2}(?:embedding|chat):\n(?: {4}.*\n)+/gm, '');
    const uncommented = defaults.replaceAll(/^( *)# ([a-z_]+:.*)$/gm, '$1$2');

    const { values, origins } = await loadYaml(uncommented);

    expect(defaults.length).toBeLessThan(template.length);
    expect(values).toEqual((await loadYaml('')).values);
    expect(origins.get('context.budget.total')).toBe('user');
    expect(origins.get('logging.level')).toBe('user');
  });

  it('shows every key', async () => {
    const template = await commentedConfigurationTemplate();

    for (const { key } of await configurationRows()) {
      expect(template).toContain(`${key.split('.').at(-1)!}:`);
    }
    expect(template).toContain("never in a workspace's:\nstorage:");
  });
});

describe('configurationJsonSchema', () => {
  it('describes every key to an editor and allows no other', async () => {
    const schema = await configurationJsonSchema();

    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Lexichord: .agent/config.yml',
      additionalProperties: false,
      properties: {
        context: {
          properties: { budget: { properties: { total: { type: 'integer', default: 100_000, minimum: 1 } } } },
        },
      },
    });
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('is what the package ships; "node tools/docs/update-configuration-documents.mjs" brings it up to date', async () => {
    const shipped = await readFile(fileURLToPath(new URL('../../assets/config.schema.json', import.meta.url)), 'utf8');

    expect(JSON.parse(shipped)).toEqual(await configurationJsonSchema());
  });
});

describe('docs/guides/configuration.md', () => {
  it('holds the generated reference; "node tools/docs/update-configuration-documents.mjs" brings it up to date', async () => {
    const guide = await readFile(
      fileURLToPath(new URL('../../../../docs/guides/configuration.md', import.meta.url)),
      'utf8',
    );

    // Prettier breaks long lines, which changes nothing.
    const compact = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(compact(guide)).toContain(compact(await configurationReference()));
  });
});
