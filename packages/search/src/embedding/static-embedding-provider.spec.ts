import { describeEmbeddingProvider } from '@lexichord/testing';

import { type ChunkTexts, countChunkWords } from '../corpus/word-counts.js';
import { TextWorkers } from './static/text-workers.js';
import { StaticEmbeddingProvider } from './static-embedding-provider.js';

const sentence = 'The parser reads the header of a request and checks the password of getUserById. ';

describe('StaticEmbeddingProvider', () => {
  const workers = new TextWorkers();

  afterAll(() => workers.dispose());

  describeEmbeddingProvider('StaticEmbeddingProvider', () => new StaticEmbeddingProvider(workers));

  it('gives the same vectors on other threads and in this one', async () => {
    const idle = new TextWorkers();
    const local = new StaticEmbeddingProvider(idle);
    const provider = new StaticEmbeddingProvider(workers);
    const texts = Array.from({ length: 150 }, (_, number) => `${sentence.repeat(8)} file${number} größe 漢字`);
    const some = texts.slice(0, 10);
    expect([texts, some].map((given) => idle.areWorthThread(given))).toEqual([true, false]);

    const onThreads = await provider.embed(texts, 'document');
    const inProcess: Float32Array[] = [];
    for (const text of texts) inProcess.push(...(await local.embed([text], 'document')));
    // Where a thread runs anyway, it takes fewer; a single query stays here.
    expect([some, [texts[0] ?? '']].map((given) => workers.areWorthThread(given))).toEqual([true, false]);
    expect(idle.areWorthThread(some)).toBe(false);

    expect(onThreads.map((vector) => [...vector])).toEqual(inProcess.map((vector) => [...vector]));
  });

  it('counts the same words on other threads and in this one', async () => {
    const content = sentence.repeat(10);
    const chunks = Array.from({ length: 100 }, (_, number): ChunkTexts => [`src/a${number}.ts`, 'getUser', content]);

    const counts = await workers.countWords(chunks);

    expect(counts).toEqual(chunks.map(countChunkWords));
    expect(await workers.countWords([['', '', 'parseHeader']])).toEqual(['1 header pars parseheader']);
  });

  it('rejects with the reason of the signal, before and while the threads work', async () => {
    const provider = new StaticEmbeddingProvider(workers);
    const texts = Array.from({ length: 200 }, () => sentence.repeat(20));
    const reason = new DOMException('Enough.', 'AbortError');
    const controller = new AbortController();

    const embedding = provider.embed(texts, 'document', { signal: controller.signal });
    setImmediate(() => controller.abort(reason));

    await expect(embedding).rejects.toBe(reason);
    await expect(workers.countWords([['', '', sentence.repeat(1_000)]], AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
  });

  it('ends its threads, and starts others when it is used again', async () => {
    const own = new TextWorkers();
    await own.dispose();
    const texts = [sentence.repeat(1_000)];

    const first = await own.embed(texts);
    await own.dispose();
    const second = await own.embed(texts);
    await own.dispose();

    expect(second).toEqual(first);
  });
});
