import { parseOptions } from '@lexichord/platform/internal';

import { compressionOptionsSchema } from './compression-options.js';

const parse = (section: object) => parseOptions(compressionOptionsSchema, section, 'compression');
const chat = { endpoint: 'http://localhost:11434/v1', model: 'small' };

describe('compression options', () => {
  it('needs no model, removes nothing, and has the limits of the issue unless others are given', () => {
    expect(parse({})).toEqual({
      segments: { boundary: 'hybrid', maxMessages: 20, maxTokens: 4_000, gapMinutes: 60 },
      method: 'extractive',
      shares: { detailed: 0.33, brief: 0.1, tags: 0.02 },
      cache: { maxEntries: 1_000, maxAgeMinutes: 30 },
      retention: {},
    });
  });

  it('takes a language model for the method that needs one', () => {
    expect(parse({ method: 'abstractive', chat })).toMatchObject({
      method: 'abstractive',
      chat: { timeoutMs: 60_000 },
    });
    expect(parse({ chat })).toMatchObject({ method: 'extractive' });
  });

  it.each([
    [{ method: 'magic' }, 'method is "magic"; expected one of "extractive", "abstractive"'],
    [
      { segments: { boundary: 'mood' } },
      'segments.boundary is "mood"; expected one of "hybrid", "topic", "time", "size"',
    ],
    [{ segments: { maxMessages: 0 } }, 'segments.maxMessages is 0; expected an integer from 1 to 10000'],
    [{ segments: { maxToken: 1 } }, 'did you mean "maxTokens"'],
    [{ shares: { brief: 2 } }, 'shares.brief is 2; expected a number'],
    [{ shares: { tags: 0 } }, 'shares.tags is 0; expected a number'],
    [{ cache: { maxAgeMinutes: 0 } }, 'cache.maxAgeMinutes is 0; expected a number'],
    [{ retention: { originalsDays: -1 } }, 'retention.originalsDays is -1; expected a number'],
    [{ chat: { endpoint: 'http://localhost' } }, 'chat.model is missing; expected a non-empty text'],
    [{ chat: { ...chat, endpoint: 'file:///etc/passwd' } }, 'chat.endpoint is set to something else'],
  ])('refuses %j', (section, problem) => {
    expect(() => parse(section)).toThrow(problem);
  });
});
