import 'reflect-metadata';
import {
  ErrorCode,
  IChunker,
  ILogger,
  type ISemanticSearchService,
  ITokenCounter,
  LexichordError,
  type SearchHit,
} from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import { resolveToken } from '@lexichord/platform';
import { RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { container as root } from 'tsyringe';

import { MemoryFiles } from '../test-support/memory-files.js';
import { locateTests } from './locate-tests.js';

const cart = 'class CartTest:\n    def setUp(self):\n        pass\n\n    def total(self):\n        assert False\n';

describe('locateTests', () => {
  const files = new MemoryFiles({ 'tests/cart.py': cart, 'tests/order.py': cart.replace('CartTest', 'OrderTest') });
  const container = root.createChildContainer();
  registerChunkerModule(container, { options: { minChunkTokens: 1 } });
  container.register(ITokenCounter, { useValue: new BpeTokenCounter({ encoding: 'o200k_base' }) });
  container.register(ILogger, { useValue: new RecordingLogger() });
  const chunker = resolveToken(container, IChunker);

  afterAll(() => container.dispose());

  const hitIn = (filePath: string, enclosing: readonly string[]): SearchHit => ({
    ...{ filePath, startLine: 5, endLine: 6, content: 'x', score: 0.5, headingPath: [], language: 'python' },
    ...{ enclosing, definitions: [{ name: 'total', kind: 'method', line: 5 }] },
  });
  const queries: string[] = [];
  const searchFor = (...hits: readonly SearchHit[]): ISemanticSearchService => ({
    search: (query) => {
      queries.push(query);
      return Promise.resolve({ hits });
    },
  });
  const placeOf = (names: readonly string[], search?: ISemanticSearchService): Promise<readonly object[]> =>
    locateTests([{ names }], { guard: files, listing: files, editor: files, chunker, search });

  beforeEach(() => {
    queries.length = 0;
  });

  it('searches for a test without a path by its name and what is around it', async () => {
    const search = searchFor(hitIn('tests/order.py', ['class OrderTest']), hitIn('tests/cart.py', ['class CartTest']));

    expect(await placeOf(['CartTest', 'total'], search)).toEqual([{ path: 'tests/cart.py', line: 5 }]);
    expect(queries).toEqual(['CartTest total']);
  });

  it.each([
    [
      'the class around it is another one',
      ['UserTest', 'total'],
      searchFor(hitIn('tests/cart.py', ['class CartTest'])),
    ],
    ['no hit defines it', ['CartTest', 'sum'], searchFor(hitIn('tests/cart.py', ['class CartTest']))],
    ['nothing is searched', ['CartTest', 'total'], undefined],
    [
      'there is no index',
      ['CartTest', 'total'],
      { search: () => Promise.reject(new LexichordError(ErrorCode.notFound, 'There is no index. Make one.')) },
    ],
  ])('leaves out a test when %s', async (_, names, search) => {
    expect(await placeOf(names, search)).toEqual([]);
  });

  it('searches for ten tests at most', async () => {
    const tests = Array.from({ length: 20 }, (_, index) => ({ names: ['CartTest', `test${index}`] }));
    await locateTests(tests, { guard: files, listing: files, editor: files, chunker, search: searchFor() });

    expect(queries).toHaveLength(10);
  });
});
