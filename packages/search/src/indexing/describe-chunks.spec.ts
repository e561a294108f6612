import type { Chunk } from '@lexichord/abstractions';

import { aRecord } from '../test-support/a-record.js';
import { describedParts, textToEmbed } from './describe-chunks.js';

const chunk: Chunk = {
  ...aRecord({
    filePath: 'src/auth/user-service.ts',
    symbol: 'login',
    enclosing: ['class UserService'],
    definitions: [
      { name: 'login', kind: 'method', line: 1 },
      { name: 'logout', kind: 'method', line: 5 },
    ],
  }),
  content: 'login() {}',
};

describe('describing a chunk', () => {
  it('takes path, names, each once, and content', () => {
    expect(describedParts(chunk)).toEqual([chunk.filePath, 'class UserService login logout', 'login() {}']);
  });

  it('embeds place and names first, and cuts the end', () => {
    const text = 'src auth user-service ts\nclass UserService login logout\nlogin() {}';

    expect(textToEmbed(chunk, 1_000)).toBe(text);
    expect(textToEmbed(chunk, 30)).toBe(text.slice(0, 30));
  });
});
