import { readMessage } from './message-schema.js';

describe('readMessage', () => {
  it.each([
    [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'a' },
    ],
    [
      { id: '\'"__proto__', role: ' critic ', speaker: '', content: '' },
      { id: '\'"__proto__', role: ' critic ', speaker: '', content: '' },
    ],
    [
      { id: null, role: 'tool', speaker: null, content: null, timestamp: null },
      { role: 'tool', content: '' },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'text', text: '' },
        ],
      },
      { role: 'user', content: 'look\nx' },
    ],
    [
      { role: 'user', content: [], timestamp: 1_700_000_000 },
      { role: 'user', content: '', timestampMs: 1_700_000_000_000 },
    ],
    [
      { role: 'user', content: '\ud800', timestamp: '2026-02-03T10:00:00Z', usage: [{ text: 'no words' }] },
      { role: 'user', content: '\ud800', timestampMs: Date.UTC(2026, 1, 3, 10) },
    ],
  ])('reads %j', (value, message) => {
    expect(readMessage(JSON.stringify(value))).toEqual({ message });
  });

  it('reads the last of several fields with one name, as every parser does', () => {
    expect(readMessage('{"role":"a","content":"1","content":"2","__proto__":{"role":"b"}}')).toEqual({
      message: { role: 'a', content: '2' },
    });
  });

  it.each([
    ['{"content":"SECRET"}', 'field "role": expected text'],
    ['{"role":"","content":"SECRET"}', 'field "role": expected text that is not empty'],
    ['{"role":"user"}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":{"SECRET":1}}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":[["SECRET"]]}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":[{"type":"text"}]}', 'field "content[0].text": expected text'],
    ['{"role":"user","content":"","id":7}', 'field "id": expected text'],
    ['{"role":"user","content":"","speaker":["SECRET"]}', 'field "speaker": expected text'],
    ['{"role":"user","content":"","timestamp":"SECRET"}', 'field "timestamp": expected an ISO 8601 time'],
    ['{"role":"user","content":"","timestamp":1e300}', 'field "timestamp": expected milliseconds or seconds'],
    ['{"role":"user","content":"","timestamp":{}}', 'field "timestamp": expected an ISO 8601 time, or a number'],
    ['{"role":"user","content":"SECRET",}', 'expected a JSON object: what is there is not valid JSON'],
    ['["SECRET"]', 'expected an object with "role" and "content"'],
    [`{"role":"${'r'.repeat(501)}","content":"SECRET"}`, 'field "role": expected at most 500 characters'],
  ])('says what is wrong with %s, and repeats nothing of it', (text, problem) => {
    const reading = readMessage(text);

    expect(reading.problem).toContain(problem);
    expect(reading.problem).not.toContain('SECRET');
  });
});
