import { type ContextSource, type PackedContext, packTemplates, packingBudgetOf } from '@lexichord/abstractions';
import fc from 'fast-check';

import { IRanker, type RankingContext } from './rank/ranker.js';
import { WeightedRanker } from './rank/weighted-ranker.js';
import type { SourcedChunk } from './chunk/source-chunker.js';
import { TestPacker } from './test-support/a-packer.js';

const secret = 'secret:a1B2c3';
const budget = packingBudgetOf(10_000);

function sourcesOf(files: Readonly<Record<string, string>>): readonly ContextSource[] {
  return Object.entries(files).map(([filePath, content]) => ({ sourceType: 'open-file', filePath, content }));
}

describe('names in a pack', () => {
  const opened: TestPacker[] = [];
  const aPacker = (files: Readonly<Record<string, string>>): TestPacker => {
    const packer = new TestPacker(files);
    opened.push(packer);
    return packer;
  };
  const pack = (files: Readonly<Record<string, string>>, given: object = {}): Promise<PackedContext> =>
    aPacker(files).packer.pack(sourcesOf(files), budget, { task: 'the login', ...given });

  afterAll(() => Promise.all(opened.map((packer) => packer.dispose())));

  it.each([...packTemplates, { text: '{{#files}}{{path}}{{/files}} {{task}} {{context}}' }])(
    'shows none with a secret, in the template %j',
    async (template) => {
      const files = {
        [`${secret}/login.ts`]: 'export const login = 1;\n',
        [`src/${secret}.md`]: `# The login\n\nIt is here.\n`,
        'src/other.ts': 'export const other = 2;\n',
      };

      const packed = await pack(files, { template });

      expect(JSON.stringify(packed)).not.toContain(secret);
      expect(packed.content).toContain('[secret: token]/login.ts');
      expect(packed.includedChunks.map(({ filePath }) => filePath).toSorted()).toEqual([
        '[secret: token]/login.ts',
        'src/[secret: token].md',
        'src/other.ts',
      ]);
      expect(packed.totalTokens).toBe(aPacker(files).counter.countTokens(packed.content));
    },
  );

  it('says where names with secrets were, and which rule found them', async () => {
    const { warnings } = await pack({ [`${secret}/login.ts`]: 'export const login = 1;\n' });

    expect(warnings).toEqual([
      'A name in [secret: token]/login.ts contains a possible secret (token), which is not shown.',
    ]);
  });

  it('keeps files apart that are shown alike, and opens each under its own name', async () => {
    const files = {
      'secret:one.ts': 'export const one = 1;\n',
      'secret:two.ts': 'export const two = 2;\n',
    };

    const packed = await pack(files);

    expect(packed.includedChunks.map(({ id, filePath, content }) => [id.split('@')[0], filePath, content])).toEqual([
      ['[secret: token].ts:1-1', '[secret: token].ts', files['secret:one.ts']],
      ['[secret: token].ts (2):1-1', '[secret: token].ts (2)', files['secret:two.ts']],
    ]);
    // A file that could not be opened would be taken for one that changed.
    expect(packed.warnings.filter((warning) => warning.includes('changed'))).toEqual([]);
  });

  it('leaves the place of a secret in a content without the secret of its path', async () => {
    const { excludedChunks } = await pack({ [`${secret}.ts`]: `const login = 1;\nconst key = '${secret}';\n` });

    expect(excludedChunks).toMatchObject([
      { reason: 'secret', filePath: '[secret: token].ts', secrets: [{ rule: 'token', place: '[secret: token].ts:2' }] },
    ]);
  });

  it('says nothing of a secret in the name of a source that it rejects', async () => {
    const packer = aPacker({});
    const source = { sourceType: 'open-file', filePath: `${secret}.ts`, content: 'a\0b' } as const;

    const { rejectedSources } = await packer.packer.pack([source], budget, { task: 'the login' });

    expect(rejectedSources).toHaveLength(1);
    expect(JSON.stringify(rejectedSources)).not.toContain(secret);
  });

  it('gives a ranker of a host the names as they are', async () => {
    const files = { [`${secret}.ts`]: 'export const login = 1;\n' };
    const packer = aPacker(files);
    const ranked: string[] = [];
    const own = new WeightedRanker(packer.log);
    packer.container.register(IRanker, {
      useValue: {
        rank: (chunks: readonly SourcedChunk[], context: RankingContext) => {
          ranked.push(...chunks.map(({ filePath }) => filePath));
          return own.rank(chunks, context);
        },
      },
    });

    const packed = await packer.packer.pack(sourcesOf(files), budget, { task: 'the login' });

    expect(ranked).toEqual([`${secret}.ts`]);
    expect(packed.includedChunks.map(({ filePath }) => filePath)).toEqual(['[secret: token].ts']);
  });

  it('shows no secret of a name, whatever the names are, and the same twice', async () => {
    const name = fc.stringMatching(/^(?:secret:[a-z]{1,4}|[a-c])(?:\/(?:secret:[a-z]{1,4}|[a-c])){0,2}$/u);
    const symbol = fc.constantFrom('login', 'Secret');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, symbol, { minKeys: 1, maxKeys: 4 }), async (given) => {
        const files = Object.fromEntries(
          Object.entries(given).map(([path, word]) => [
            `${path}.md`,
            `# ${word} secret:inTitle\n\nThe ${path} login.\n`,
          ]),
        );

        const [first, second] = [await pack(files), await pack(files)];

        expect(JSON.stringify(first)).not.toMatch(/secret:[a-zA-Z]/u);
        expect(second.content).toBe(first.content);
        expect(new Set(first.includedChunks.map(({ id }) => id)).size).toBe(first.includedChunks.length);
      }),
      { numRuns: 20 },
    );
  });
});
