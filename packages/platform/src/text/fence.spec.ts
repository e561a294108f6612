import { fence } from './fence.js';

describe('fence', () => {
  it('is longer than any run of backticks inside', () => {
    expect(fence('plain', 'ts')).toBe('```ts\nplain\n```');
    expect(fence('a\n````\n## Label\n````')).toBe('`````\na\n````\n## Label\n````\n`````');
  });

  it('takes only a plain word for a language', () => {
    expect(fence('x', 'c++')).toMatch(/^```c\+\+\n/u);
    expect(fence('x', 'ts\n## Label')).toMatch(/^```\n/u);
  });
});
