import {
  type Chunk,
  type IEditorService,
  IIndexChunker,
  ILogger,
  ITokenCounter,
  type SearchHit,
} from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import { resolveToken } from '@lexichord/platform';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { container as root } from 'tsyringe';

import { MemoryFiles } from '../test-support/memory-files.js';
import { type RestContext, rangeKey, restOfDefinitions } from './rest-of-definitions.js';

const steps = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `  step(${from + index}, 'some words');\n`).join('');
const functionOf = (name: string, last: number): string => `function ${name}() {\n${steps(1, last)}}\n`;

describe('restOfDefinitions', () => {
  const files = new MemoryFiles({ 'a.ts': functionOf('ferry', 40), 'b.ts': functionOf('raft', 20) });
  const container = root.createChildContainer();
  registerChunkerModule(container, { options: { index: { maxChunkTokens: 120, minChunkTokens: 10 } } });
  container.register(ITokenCounter, { useValue: new BpeTokenCounter({ encoding: 'o200k_base' }) });
  container.register(ILogger, { useValue: new RecordingLogger() });
  const indexChunker = resolveToken(container, IIndexChunker);
  afterAll(() => container.dispose());

  const chunksOf = async (filePath: string): Promise<readonly Chunk[]> => {
    const { content, language } = await files.getDocument(filePath);
    return (await indexChunker.chunk({ filePath, content, language })).chunks;
  };
  const hitOf = (chunk: Chunk | undefined, score = 0.8): SearchHit => ({
    ...(chunk as Chunk),
    ...{ score, headingPath: [] },
  });
  const rest = (hits: readonly SearchHit[], context: Partial<RestContext> = {}) =>
    restOfDefinitions(hits, {
      ...{ editor: files, indexChunker, clock: new ManualClock(), budgetTokens: 10_000, minScore: 0.4 },
      ...{ timeoutMs: 1_000, ...context },
    });
  const placesOf = async (...given: Parameters<typeof rest>): Promise<readonly string[]> =>
    (await rest(...given)).map(({ filePath, lineRange }) =>
      rangeKey({ filePath, startLine: 0, endLine: 0, ...lineRange }),
    );

  it('gives the parts of a definition that no hit is, below every hit that is packed, with what they are', async () => {
    const chunks = await chunksOf('a.ts');
    expect(chunks.length).toBeGreaterThan(3);

    const sources = await rest([hitOf(chunks[1]), hitOf(chunks[2], 0.5)]);

    const others = chunks.filter((_chunk, index) => index !== 1 && index !== 2);
    expect(sources.map(({ content }) => content)).toEqual(others.map(({ content }) => content));
    for (const { relevanceScore, definition, isSearchHit } of sources) {
      expect(relevanceScore).toBeCloseTo(0.32);
      expect(definition).toMatchObject({ symbol: 'ferry', partOf: { startLine: 1, endLine: 42 } });
      expect(isSearchHit).toBe(true);
    }
  });

  it('gives as much as there is room for beside the hits, of the best hits first', async () => {
    const [ferry, raft] = [await chunksOf('a.ts'), await chunksOf('b.ts')];
    const hits = [hitOf(ferry[0]), hitOf(raft[0], 0.7)];
    const used = hits.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
    const ofFerry = ferry.slice(1).map(rangeKey);

    expect(await placesOf(hits)).toEqual([...ofFerry, ...raft.slice(1).map(rangeKey)]);
    expect(await placesOf(hits, { budgetTokens: used + 1 })).toEqual(ofFerry);
    expect(await placesOf(hits, { budgetTokens: used })).toEqual([]);
  });

  it('gives nothing of hits that are too weak to be packed, and offers the weak parts of others', async () => {
    const [first, second, ...others] = await chunksOf('a.ts');

    expect(await placesOf([hitOf(first, 0.39)])).toEqual([]);
    expect(await placesOf([hitOf(first), hitOf(second, 0.39)])).toEqual([second as Chunk, ...others].map(rangeKey));
  });

  it('takes no line of another function for one of a function that ends earlier now', async () => {
    const hit = hitOf((await chunksOf('a.ts'))[0]);
    const changed = `function ferry() {\n${steps(1, 20)}}\n${functionOf('inserted', 30)}`;
    const editor = new MemoryFiles({ 'a.ts': changed });

    const sources = await rest([hit], { editor });

    expect(sources.length).toBeGreaterThan(0);
    for (const { lineRange } of sources) expect(lineRange?.endLine).toBeLessThanOrEqual(22);
  });

  it('passes over a file that is gone, or has other lines where the hit was', async () => {
    const hit = hitOf((await chunksOf('b.ts'))[1]);
    const moved = new MemoryFiles({ 'b.ts': `// One line more.\n${functionOf('raft', 20)}` });

    expect(await placesOf([hit], { editor: moved })).toEqual([]);
    expect(await placesOf([hit], { editor: new MemoryFiles({}) })).toEqual([]);
  });

  it('gives what it has when a file takes too long, and says that there is more', async () => {
    const [ferry, raft] = [await chunksOf('a.ts'), await chunksOf('b.ts')];
    const clock = new ManualClock();
    const editor = {
      getDocument: (path: string) => {
        if (path === 'a.ts') return files.getDocument(path);
        clock.advance(1_000);
        return new Promise<never>(() => undefined);
      },
    } as IEditorService;
    const warnings: string[] = [];

    const sources = await rest([hitOf(ferry[0]), hitOf(raft[0], 0.7)], {
      ...{ editor, clock, onWarning: (warning) => warnings.push(warning) },
    });

    expect(sources.map(({ content }) => content)).toEqual(ferry.slice(1).map(({ content }) => content));
    expect(warnings).toEqual(['Some functions are packed in part, because reading the rest of them took too long.']);
  });

  it('stops when the caller cancels', async () => {
    const [first] = await chunksOf('a.ts');

    await expect(rest([hitOf(first)], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
