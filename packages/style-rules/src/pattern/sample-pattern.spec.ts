import { samplePattern } from './sample-pattern.js';

describe('samplePattern', () => {
  it.each([
    ['adaptor', ['adaptor']],
    ['air(?:m[ae]n|wom[ae]n)', ['airman', 'airmen', 'airwoman', 'airwomen']],
    ['e-?mail', ['email', 'e-mail']],
    ['auto-\\w+', ['auto-…']],
    ['[\\w]+ed', ['…ed']],
    ['\\b(is|was)\\b\\s*known', ['is known', 'was known']],
    ['[A-Z]{3,5}', ['XXX']],
    ['[a-z]\\d{2}', ['x00']],
    ['[0-9] ?%', ['0%', '0 %']],
    ['it is(?!\\.)', ['it is']],
    ['eg[\\s,]', ['eg']],
    ['a.*b', ['a…b']],
    ['[^x]+', []],
    ['(\\w+) \\1', []],
    ['[.!?,;]', ['.']],
    ['a{200}', ['aaaaaaaa']],
    ['a+b*', ['a']],
    ['["“]', ['"', '“']],
    ['word '.repeat(40), [`${'word '.repeat(12).trim()}…`]],
  ])('shows %s', (source, expected) => {
    expect(samplePattern(source, 4)).toEqual(expected);
  });

  it('shows no more than it is asked for, however many ways there are', () => {
    expect(samplePattern('[ab]'.repeat(30), 3)).toHaveLength(3);
  });
});
