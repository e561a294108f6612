import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { PlannedServer } from '@lexichord/testing';

import { type ServerQuestion, askServer } from './ask-server.js';

const secretKey = 'sk-secret-0123456789';
const secretText = 'The formula of the secret sauce is vinegar.';

describe('askServer', () => {
  let server: PlannedServer;

  beforeEach(async () => {
    server = await PlannedServer.start();
  });
  afterEach(() => server.stop());

  const aQuestion = (given: Partial<ServerQuestion> = {}): ServerQuestion => ({
    address: `${server.address}/ask`,
    timeoutMs: 5_000,
    body: { text: secretText },
    texts: [secretText],
    failed: (what, cause) => new LexichordError(ErrorCode.chatFailed, `The server ${what}.`, { cause }),
    ...given,
  });

  const failureOf = async (given: Partial<ServerQuestion> = {}): Promise<string> => {
    const error: unknown = await askServer(aQuestion(given)).catch((thrown: unknown) => thrown);
    if (!(error instanceof LexichordError)) throw error;
    const cause = error.cause instanceof Error ? `${error.cause.message} ${error.cause.stack ?? ''}` : '';
    expect(`${error.message} ${cause}`).not.toMatch(/secret|vinegar/u);
    return error.message;
  };

  it('posts JSON and reads the answer', async () => {
    server.planned = { body: '{"a":[1]}' };

    const answer = await askServer(aQuestion({ apiKey: secretKey }));

    expect(answer).toEqual({ a: [1] });
    expect(server.seen).toMatchObject([
      { path: '/ask', body: { text: secretText }, headers: { authorization: `Bearer ${secretKey}` } },
    ]);
  });

  it('sends no key where there is none, and gives nothing for an answer that is no JSON', async () => {
    server.planned = { body: '<html>' };

    expect(await askServer(aQuestion())).toBeUndefined();
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    [401, '{"error":{"message":"Incorrect API key provided."}}', 'answered 401: Incorrect API key provided.'],
    [404, '{"error":"no such model"}', 'answered 404: no such model'],
    [500, '<html>', 'answered 500: no reason given'],
  ])('says why the server refused with %d', async (status, body, problem) => {
    server.planned = { status, body };

    expect(await failureOf()).toContain(problem);
  });

  it('leaves out of the reason what the server quotes', async () => {
    server.planned = {
      status: 400,
      body: JSON.stringify({ error: `Key ${secretKey}, text ${secretText.slice(0, 25)}` }),
    };

    expect(await failureOf({ apiKey: secretKey })).toContain('answered 400: Key …, text …');
  });

  it('follows the server nowhere else', async () => {
    const other = await PlannedServer.start();
    server.planned = { status: 307, body: '', headers: { location: `${other.address}/ask` } };

    const message = await failureOf();
    await other.stop();

    expect(message).toContain('answered 307: it redirects requests');
    expect(other.seen).toEqual([]);
  });

  it('gives up a server that is silent, hangs up, or is not there', async () => {
    server.planned = 'silence';
    expect(await failureOf({ timeoutMs: 30 })).toContain('did not answer within 30 ms');
    server.planned = 'hang-up';
    expect(await failureOf()).toContain('cannot be reached');
    expect(await failureOf({ address: 'http://user:secret-password@127.0.0.1:1/ask' })).toContain('cannot be reached');
  });

  it('rejects with the reason of the signal', async () => {
    server.planned = 'silence';
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');

    const asking = askServer(aQuestion(), controller.signal);
    setImmediate(() => controller.abort(reason));

    await expect(asking).rejects.toBe(reason);
    await expect(askServer(aQuestion(), controller.signal)).rejects.toBe(reason);
  });
});
