import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { PlannedServer } from '@lexichord/testing';

import { type OpenAiChatOptions, OpenAiChatService } from './open-ai-chat-service.js';

const answerOf = (content: unknown): string => JSON.stringify({ choices: [{ message: { content } }, 'more'] });

describe('OpenAiChatService', () => {
  let server: PlannedServer;

  beforeEach(async () => {
    server = await PlannedServer.start();
  });
  afterEach(() => server.stop());

  const aService = (given: Partial<OpenAiChatOptions> = {}): OpenAiChatService =>
    new OpenAiChatService({ endpoint: `${server.address}/v1//`, model: 'small', timeoutMs: 5_000, ...given });

  it('asks as OpenAI wants to be asked, and gives the words of the answer', async () => {
    server.planned = { body: answerOf('  Yes.\n') };
    const service = aService({ apiKey: 'key' });

    const answer = await service.complete(
      [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Well\ud83d?' },
      ],
      { maxTokens: 7 },
    );

    expect(answer).toBe('Yes.');
    expect(service.id).toBe('openai:small');
    expect(server.seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key' },
      body: {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Well\ufffd?' },
        ],
        max_tokens: 7,
        temperature: 0,
      },
    });
  });

  it.each([
    ['{}', 'an unexpected format'],
    ['{"choices":[]}', 'an unexpected format'],
    ['nothing', 'an unexpected format'],
    [answerOf(null), 'an unexpected format'],
    [answerOf(' \n'), 'an empty answer'],
  ])('refuses %s', async (body, problem) => {
    server.planned = { body };

    const failed = aService().complete([{ role: 'user', content: 'Words that nobody else may read.' }], {
      maxTokens: 1,
    });

    await expect(failed).rejects.toThrow(problem);
    await expect(failed).rejects.toMatchObject({ code: ErrorCode.chatFailed, details: { model: 'small' } });
    await expect(failed).rejects.toBeInstanceOf(LexichordError);
    await expect(failed).rejects.not.toThrow('nobody else');
  });

  it('says that the server refuses', async () => {
    server.planned = { status: 429, body: '{"error":{"message":"Slow down."}}' };

    const failed = aService().complete([{ role: 'user', content: 'x' }], { maxTokens: 1 });

    await expect(failed).rejects.toThrow('The chat server (model small) answered 429: Slow down.. Check the address');
  });

  it('rejects with the reason of the signal', async () => {
    const reason = new DOMException('Enough.', 'AbortError');

    const asking = aService().complete([{ role: 'user', content: 'x' }], {
      maxTokens: 1,
      signal: AbortSignal.abort(reason),
    });

    await expect(asking).rejects.toBe(reason);
  });
});
