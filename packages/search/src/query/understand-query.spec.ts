import fc from 'fast-check';

import { understandQuery } from './understand-query.js';

describe('understandQuery', () => {
  it.each([
    ['login', 'login'],
    ['UserService.login', 'login'],
    ['foo()', 'foo'],
    ['a::b', 'b'],
    ['`Cache#evict`', 'evict'],
    ['ptr->next', 'next'],
    ['valid?', 'valid?'],
    ["'getUser'", 'getUser'],
    ['größe', 'größe'],
  ])('takes %j for a name', (query, name) => {
    expect(understandQuery(query)).toMatchObject({ kind: 'symbol', names: [name], places: [] });
  });

  it.each([
    ['src/auth/login.ts', 'src/auth/login.ts', undefined],
    ['file.ts:12', 'file.ts', 12],
    ['./src/a.py', 'src/a.py', undefined],
    ['../../lib/x.go:7', 'lib/x.go', 7],
    ['src\\win\\a.cs(12,3)', 'src/win/a.cs', 12],
    ['.eslintrc.json', '.eslintrc.json', undefined],
    ['/home/me/app/src/a.ts:3:9', 'home/me/app/src/a.ts', 3],
    ['@scope/pkg/index.d.ts', '@scope/pkg/index.d.ts', undefined],
  ])('takes %j for a place', (query, path, line) => {
    expect(understandQuery(query)).toMatchObject({ kind: 'path', places: [{ path, line }] });
  });

  it.each([
    [
      'Python',
      'Traceback (most recent call last):\n  File "/srv/app/auth.py", line 12, in login\n    raise Denied()\nDenied',
      { path: 'srv/app/auth.py', line: 12 },
    ],
    [
      'Java',
      'Exception in thread "main" java.lang.NullPointerException\n\tat com.acme.Login.check(Login.java:42)',
      { path: 'com/acme/Login.java', line: 42, otherwise: 'Login.java' },
    ],
    [
      'Node',
      'TypeError: x\n    at login (/srv/app/src/auth/login.ts:10:5)',
      { path: 'srv/app/src/auth/login.ts', line: 10 },
    ],
    ['Rust', "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds", { path: 'src/main.rs', line: 4 }],
    [
      'Go',
      'panic: x\n\ngoroutine 1 [running]:\nmain.run(...)\n\t/srv/app/cmd/run.go:17 +0x1d',
      { path: 'srv/app/cmd/run.go', line: 17 },
    ],
  ])('finds the places of a stack trace of %s', (_, trace, place) => {
    const asked = understandQuery(trace);

    expect(asked.kind).toBe('trace');
    expect(asked.places).toContainEqual(place);
  });

  it('takes words of everyday language for a question, with the names in it', () => {
    const asked = understandQuery(
      'Why does `login` fail when UserService.check or retry_count is 0? See auth/login.ts.',
    );

    expect(asked).toMatchObject({ kind: 'question', places: [{ path: 'auth/login.ts', line: undefined }] });
    expect(asked.names).toEqual(expect.arrayContaining(['login', 'check', 'UserService', 'retry_count']));
    expect(asked.words).toEqual(expect.arrayContaining(['login', 'fail', 'userservice', 'retry_count', 'retri']));
    expect(new Set(asked.words).size).toBe(asked.words.length);
  });

  it('does not take a member for a file, nor a version for a place', () => {
    expect(understandQuery('what does config.timeout mean in 1.2.3').places).toEqual([]);
  });

  it.each(['', '   \n', '?!', '\ud800'])('finds nothing to look up in %j', (query) => {
    expect(understandQuery(query)).toMatchObject({ kind: 'question', words: [], names: [], places: [] });
  });

  it('takes the line in an address of a file for no name', () => {
    expect(understandQuery('why is src/cart.py#L608 slow in readCart').names).not.toContain('L608');
    expect(understandQuery('Cart#L608b, Cart#Load').names).toEqual(['L608b', 'Load']);
  });

  it('looks up a bounded number of names and places', () => {
    const names = Array.from({ length: 200 }, (_, number) => `someName${number} dir/f${number}.ts:1`).join(' ');

    const asked = understandQuery(names);

    expect([asked.names.length, asked.places.length]).toEqual([50, 50]);
  });

  it('understands every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        expect(understandQuery(query).text).toBe(query.trim());
      }),
    );
  });

  it.each([
    ...[
      'a',
      'a/',
      'a.',
      '.',
      '-',
      '@a/',
      'a/.',
      'a.1',
      '/',
      '\\',
      'a::',
      '`a',
      ' at ',
      '.a',
      'a:1',
      'a->',
      '_',
      '\u0e01',
    ],
    ...[`${'a'.repeat(250)}/`, `${'a.1'.repeat(80)}/`, 'foo.ts:1 ', 'File "', 'a#', '\ud800'],
  ])('answers a megabyte of %j in a moment', (text) => {
    // A quadratic expression takes two seconds for each, of these twenty thousand units that are looked at.
    for (let time = 0; time < 20; time += 1) understandQuery(text.repeat(Math.ceil(1_000_000 / text.length)));

    expect(understandQuery(text.repeat(10)).kind).not.toBe('');
  });
});
