import { hash } from 'node:crypto';

import {
  type ContextSource,
  type ISemanticSearchService,
  type ISymbolGraph,
  type PastCommit,
  type SearchHit,
  type SymbolDefinition,
  type SymbolUse,
  ISymbolExtractor,
  IChunker,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';

import { changeOf } from '../test-support/a-change.js';
import { TestPacker } from '../test-support/a-packer.js';
import { ChangeSurroundings } from './change-surroundings.js';

const cart = ['export function priceOf(items: number[]): number {', '  return items.length;', '}', ''];
const stock = ['export function countOf(): number {', '  return 1;', '}', ''];
const files = {
  'src/cart.ts': `${cart.join('\n')}\n`,
  'src/checkout.ts': "import { priceOf } from './cart.js';\nexport const checkout = () => priceOf([]);\n",
  'src/shelf.ts': 'export const shelf = () => countOf();\n',
  'test/cart.test.ts': "test('price', () => priceOf([]));\n",
  'docs/cart.md': '# Cart\n\nIts price is priceOf.\n',
};

describe('ChangeSurroundings', () => {
  const bench = new TestPacker(files, { chunking: { minChunkTokens: 1 } });

  afterAll(() => bench.dispose());

  const priceOf: SymbolDefinition = {
    ...{ id: 'src/cart.ts#priceOf', filePath: 'src/cart.ts', name: 'priceOf', kind: 'function', enclosing: [] },
    ...{ startLine: 1, endLine: 3, contentHash: '' },
  };
  const use = (filePath: keyof typeof files, lines: readonly number[], isTest = false): SymbolUse => ({
    ...{ target: priceOf, filePath, contentHash: hash('sha256', files[filePath], 'hex'), lines, isTest },
  });
  const graph: Pick<ISymbolGraph, 'definitionsNamed' | 'referencesTo' | 'testsOf' | 'usesOf'> = {
    definitionsNamed: (name) => Promise.resolve(name === 'priceOf' ? [priceOf] : []),
    referencesTo: () =>
      Promise.resolve([use('src/cart.ts', [1]), use('src/checkout.ts', [1, 2]), use('test/cart.test.ts', [1], true)]),
    usesOf: () => Promise.resolve([use('src/cart.ts', [2])]),
    testsOf: () => Promise.resolve([use('test/cart.test.ts', [1], true)]),
  };
  const hit = { filePath: 'src/shelf.ts', startLine: 1, endLine: 1, content: files['src/shelf.ts'] } as SearchHit;
  const search = { search: () => Promise.resolve({ hits: [hit] }) } as unknown as ISemanticSearchService;
  const commits = Array.from({ length: 3 }, (_, index): PastCommit => {
    return { id: `${index}`, timeMs: index, message: 'Change', files: ['src/cart.ts', 'docs/cart.md', 'gone.ts'] };
  });
  const surroundings = new ChangeSurroundings(
    bench.files,
    bench.files,
    bench.files,
    resolveToken(bench.container, IChunker),
    bench.log,
    resolveToken(bench.container, ISymbolExtractor),
    graph as ISymbolGraph,
    { pastCommits: () => Promise.resolve(commits) },
    search,
  );

  const load = async (
    change: ReturnType<typeof changeOf>,
    onWarning?: (warning: string) => void,
  ): Promise<readonly string[]> => {
    const loaded: ContextSource[] = [];
    for (const source of surroundings.sourcesAround(change)) loaded.push(...(await source.load({ onWarning })));
    return loaded.flatMap(({ filePath, anchors = [] }) =>
      anchors.map(({ startLine, order, relation }) => `${order} ${filePath}:${startLine} ${relation?.note ?? ''}`),
    );
  };

  it('finds callers, tests, files that change too and documents of another signature, outside the change', async () => {
    const change = changeOf({ 'src/cart.ts': [cart.with(0, 'export function priceOf(): number {'), cart] });

    expect(await load(change)).toEqual([
      '1000 src/checkout.ts:1 uses priceOf, whose signature changed',
      '2000 test/cart.test.ts:1 tests priceOf, which changed',
      '3000 tool:changed-together:1 files that usually change together with these, and did not',
      '4000 docs/cart.md:3 names priceOf, which changed',
    ]);
  });

  it('finds no callers of a definition whose body alone differs', async () => {
    const change = changeOf({ 'src/cart.ts': [cart.with(1, '  return 0;'), cart] });

    expect((await load(change)).map((one) => one.split(' ')[0])).toEqual(['2000', '3000', '4000']);
  });

  it('shows no lines of files that are not as they were indexed', async () => {
    const change = changeOf({ 'src/cart.ts': [cart.with(0, 'export function priceOf(): number {'), cart] });
    const { 'src/checkout.ts': checkout, 'test/cart.test.ts': test } = files;
    bench.files.setUnsavedContent('src/checkout.ts', `// Another line.\n${checkout}`);
    bench.files.setUnsavedContent('test/cart.test.ts', `// Another line.\n${test}`);

    const found = await load(change);

    bench.files.setUnsavedContent('src/checkout.ts', checkout);
    bench.files.setUnsavedContent('test/cart.test.ts', test);
    expect(found.map((one) => one.split(' ')[0])).toEqual(['3000', '4000']);
  });

  it('finds code that uses what is gone', async () => {
    const change = changeOf({ 'src/stock.ts': [stock, []] });

    expect(await load(change)).toEqual(['1000 src/shelf.ts:1 uses countOf, which is gone']);
  });

  it('says that the work tree has other lines than the change', async () => {
    const change = { ...changeOf({ 'src/cart.ts': [cart, cart.with(1, '  return 2;')] }), isWorkTree: false };
    const heard: string[] = [];

    await load(change, (warning) => heard.push(warning));

    expect(heard).toEqual([
      '1 changed file has different lines in the work tree; callers, tests and documents are read from the work tree.',
    ]);
  });

  it('does without an index, a history and parsers', async () => {
    const { files: memory, log } = bench;
    const alone = new ChangeSurroundings(memory, memory, memory, resolveToken(bench.container, IChunker), log);
    const change = changeOf({ 'src/cart.ts': [cart.with(1, '  return 0;'), cart] });

    const loaded = await Promise.all(alone.sourcesAround(change).map((source) => source.load({})));

    expect(loaded).toEqual([[], [], [], []]);
  });
});
