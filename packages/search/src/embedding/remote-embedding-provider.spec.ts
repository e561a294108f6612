import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { PatternSecretScanner, type PlannedServer, describeEmbeddingProvider } from '@lexichord/testing';

import { type RemoteEmbeddingOptions, remoteEmbeddingSchema } from '../search-options.js';
import { type EmbeddingRequest, startEmbeddingServer } from '../test-support/embedding-server.js';
import { RemoteEmbeddingProvider } from './remote-embedding-provider.js';

const secretKey = 'sk-secret-0123456789';
const secretText = 'The formula of the secret sauce is vinegar.';

describe('RemoteEmbeddingProvider', () => {
  let server: PlannedServer<EmbeddingRequest>;

  beforeEach(async () => {
    server = await startEmbeddingServer();
  });
  afterEach(() => server.stop());

  const aProvider = (given: Partial<RemoteEmbeddingOptions> = {}): RemoteEmbeddingProvider =>
    new RemoteEmbeddingProvider(
      remoteEmbeddingSchema.parse({
        ...{ provider: 'openai', endpoint: `${server.address}/v1`, model: 'small', dimension: 3 },
        ...given,
      }),
      new PatternSecretScanner(),
    );

  const failureOf = async (provider: RemoteEmbeddingProvider): Promise<LexichordError> => {
    const error: unknown = await provider
      .embed([secretText, 'second text'], 'document')
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof LexichordError)) throw error;
    expect(error.code).toBe(ErrorCode.embeddingFailed);
    expect(everythingIn(error)).not.toMatch(/secret|vinegar|second/u);
    return error;
  };

  describeEmbeddingProvider('RemoteEmbeddingProvider for OpenAI', () => aProvider());
  describeEmbeddingProvider('RemoteEmbeddingProvider for Ollama', () =>
    aProvider({ provider: 'ollama', endpoint: server.address }),
  );

  it('asks as OpenAI wants to be asked, and takes the vectors by their index', async () => {
    const vectors = await aProvider({ apiKey: secretKey }).embed(['a', 'bcd'], 'document');

    expect(server.seen).toMatchObject([{ path: '/v1/embeddings', body: { model: 'small', input: ['a', 'bcd'] } }]);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${secretKey}`);
    expect(vectors.map(([first = 0, , third = 1]) => Math.round(first / third))).toEqual([1, 3]);
  });

  it('asks as Ollama wants to be asked, without a key', async () => {
    const provider = aProvider({ provider: 'ollama', endpoint: `${server.address}///` });

    const vectors = await provider.embed(['a', 'bcd'], 'document');

    expect(server.seen).toMatchObject([{ path: '/api/embed', body: { model: 'small', input: ['a', 'bcd'] } }]);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(vectors.map(([first = 0, , third = 1]) => Math.round(first / third))).toEqual([1, 3]);
  });

  it('sends no secret, and the words around it', async () => {
    const vectors = await aProvider().embed(['key = secret:abcdefgh # billing', 'plain'], 'document');

    expect(server.seen[0]?.body.input).toEqual(['key = [secret: token] # billing', 'plain']);
    expect(vectors).toHaveLength(2);
  });

  it('puts before a question and before a document what the model wants there', async () => {
    const provider = aProvider({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });

    await provider.embed(['one'], 'query');
    await provider.embed(['two'], 'document');

    expect(server.seen.flatMap(({ body }) => body.input)).toEqual(['query: one', 'passage: two']);
  });

  it('sends no text without words, and no half of a character', async () => {
    await aProvider().embed(['', 'a\ud83d', '---'], 'document');
    await aProvider().embed(['', '---'], 'document');

    expect(server.seen.map(({ body }) => body.input)).toEqual([['a\ufffd']]);
  });

  it('has an id of its own for everything that changes the vectors of an index', () => {
    const changes = [{}, { model: 'large' }, { dimension: 4 }, { maxChars: 10 }, { documentPrefix: 'passage: ' }];
    const ids = [...changes, { provider: 'ollama' as const }].map((change) => aProvider(change).id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(aProvider({ apiKey: secretKey, endpoint: 'http://other.example', timeoutMs: 7 }).id).toBe(aProvider().id);
  });

  it.each([
    [
      'a vector of another dimension',
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 1, embedding: [1, 2, 3] },
        ],
      },
      'a vector of 2 numbers, but search.embedding.dimension is 3',
    ],
    ['too few vectors', { data: [{ index: 0, embedding: [1, 2, 3] }] }, '1 vectors for 2 texts'],
    [
      'too many vectors',
      { data: [0, 1, 2].map((index) => ({ index, embedding: [1, 2, 3] })) },
      '3 vectors for 2 texts',
    ],
    [
      'one index twice',
      { data: [0, 0].map((index) => ({ index, embedding: [1, 2, 3] })) },
      'a response in an unexpected format',
    ],
    [
      'an index far away',
      { data: [0, 4e9].map((index) => ({ index, embedding: [1, 2, 3] })) },
      'a response in an unexpected format',
    ],
    [
      'numbers that are too large',
      { data: [0, 1].map((index) => ({ index, embedding: [1e200, 1e200, 1] })) },
      'not finite',
    ],
    ['something else', { object: 'list' }, 'a response in an unexpected format'],
  ])('refuses %s', async (_, answer, problem) => {
    server.planned = { body: JSON.stringify(answer) };

    expect((await failureOf(aProvider())).message).toContain(problem);
  });

  it.each([
    '{"data":[{"index":0,"embedding":[NaN,1,2]}]}',
    `{"data":[{"index":0,"embedding":[1e999,1,2]}]}`,
    '<html>',
    '',
  ])('refuses what is no answer: %s', async (body) => {
    server.planned = { body };

    expect((await failureOf(aProvider())).message).toContain('a response in an unexpected format');
  });

  it('refuses an answer of Ollama that is none', async () => {
    const provider = aProvider({ provider: 'ollama', endpoint: server.address });
    server.planned = { body: '{"embeddings":[[null,1,2],[1,2,3]]}' };
    expect((await failureOf(provider)).message).toContain('an unexpected format');
    server.planned = { body: '{"embeddings":[[1,2,3]]}' };
    expect((await failureOf(provider)).message).toContain('1 vectors for 2 texts');
  });

  it.each([
    [401, '{"error":{"message":"Incorrect API key provided."}}', 'answered 401: Incorrect API key provided.'],
    [404, '{"error":"model not found, try pulling it first"}', 'answered 404: model not found, try pulling it first'],
    [500, '{"detail":"oh"}', 'answered 500: no reason given'],
    [502, '<html>Bad gateway</html>', 'answered 502: no reason given'],
    [429, JSON.stringify({ error: 'wait '.repeat(100) }), `answered 429: ${'wait '.repeat(40)}.`],
  ])('says why the server refused with %d', async (status, body, problem) => {
    server.planned = { status, body };

    expect((await failureOf(aProvider())).message).toContain(problem);
  });

  it('leaves out of the reason what the server quotes', async () => {
    const message = `Wrong key ${secretKey} for "${secretText.slice(0, 30)}", ${secretText}`;
    server.planned = { status: 400, body: JSON.stringify({ error: { message } }) };

    const { message: said } = await failureOf(aProvider({ apiKey: secretKey }));

    expect(said).toContain('answered 400: Wrong key … for "…", …');
  });

  it('says that the server does not answer in time', async () => {
    server.planned = 'silence';

    expect((await failureOf(aProvider({ timeoutMs: 30 }))).message).toContain('did not answer within 30 ms');
  });

  it('rejects with the reason of the signal while it waits', async () => {
    server.planned = 'silence';
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');

    const embedding = aProvider().embed(['text'], 'query', { signal: controller.signal });
    setImmediate(() => controller.abort(reason));

    await expect(embedding).rejects.toBe(reason);
  });

  it('follows the server nowhere else', async () => {
    const other = await startEmbeddingServer();
    server.planned = { status: 307, body: '', headers: { location: `${other.address}/v1/embeddings` } };

    const { message } = await failureOf(aProvider());
    await other.stop();

    expect(message).toContain('answered 307: it redirects requests');
    expect(other.seen).toEqual([]);
  });

  it.each(['', 'secret-password@'])('says that there is no server: %j', async (credentials) => {
    const gone = await startEmbeddingServer();
    const endpoint = gone.address.replace('//', `//user:${credentials}`).replace('user:127', '127');
    await gone.stop();

    expect((await failureOf(aProvider({ endpoint }))).message).toContain('cannot be reached');
  });

  it('says nothing of a key that no header can carry', async () => {
    await failureOf(aProvider({ apiKey: `${secretKey}\nX: y` }));

    expect(server.seen).toEqual([]);
  });
});

/** All that an error would show if it were logged with everything it has. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = '', cause } = error;
  const details = error instanceof LexichordError ? JSON.stringify(error.details) : '';
  return `${message}\n${stack.replaceAll(/^\s+at .*$/gmu, '')}\n${details}\n${cause === undefined ? '' : everythingIn(cause)}`;
}
