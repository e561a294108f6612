import { nameWords } from './name-words.js';

describe('nameWords', () => {
  it.each([
    ['UserService', ['user', 'servic']],
    ['src/auth/oauth-token.ts', ['src', 'auth', 'oauth', 'token', 'ts']],
    ['log_log_log', ['log']],
    ['', []],
  ])('takes %j apart into distinct words', (name, words) => {
    expect(nameWords(name)).toEqual(words);
    expect(nameWords(name)).toBe(nameWords(name));
  });

  it('forgets names when it knows too many', () => {
    const before = nameWords('firstName');
    for (let number = 0; number <= 50_000; number += 1) nameWords(`n${number}`);

    expect(nameWords('firstName')).toEqual(before);
    expect(nameWords('firstName')).not.toBe(before);
  });
});
