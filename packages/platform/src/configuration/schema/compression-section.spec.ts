import { parseOptions } from '../../options/parse-options.js';
import { compressionSection } from './compression-section.js';

const parse = (section: object) => parseOptions(compressionSection, section, 'compression');
const chat = { endpoint: 'http://localhost:11434/v1', model: 'small' };

describe('the section compression', () => {
  it('needs no model, removes nothing, and has the limits of the issue unless others are given', () => {
    expect(parse({})).toEqual({
      segments: { boundary: 'hybrid', max_messages: 20, max_tokens: 4_000, gap_minutes: 60 },
      method: 'extractive',
      shares: { detailed: 0.33, brief: 0.1, tags: 0.02 },
      cache: { max_entries: 1_000, max_age_minutes: 30 },
      retention: {},
    });
  });

  it('takes a language model for the method that needs one', () => {
    expect(parse({ method: 'abstractive', chat })).toMatchObject({
      method: 'abstractive',
      chat: { timeout_ms: 60_000 },
    });
    expect(parse({ chat })).toMatchObject({ method: 'extractive' });
  });

  it.each([
    [{ method: 'magic' }, 'method is "magic"; expected one of "extractive", "abstractive"'],
    [
      { segments: { boundary: 'mood' } },
      'segments.boundary is "mood"; expected one of "hybrid", "topic", "time", "size"',
    ],
    [{ segments: { max_messages: 0 } }, 'segments.max_messages is 0; expected an integer from 1 to 10000'],
    [{ segments: { max_token: 1 } }, 'did you mean "max_tokens"'],
    [{ shares: { brief: 2 } }, 'shares.brief is 2; expected a number'],
    [{ shares: { tags: 0 } }, 'shares.tags is 0; expected a number'],
    [{ cache: { max_age_minutes: 0 } }, 'cache.max_age_minutes is 0; expected a number'],
    [{ retention: { originals_days: -1 } }, 'retention.originals_days is -1; expected a number'],
    [{ chat: { endpoint: 'http://localhost' } }, 'chat.model is missing; expected a text'],
    [{ chat: { ...chat, endpoint: 'file:///etc/passwd' } }, 'chat.endpoint is set to something else'],
  ])('refuses %j', (section, problem) => {
    expect(() => parse(section)).toThrow(problem);
  });
});
