import fc from 'fast-check';

import { createKeywordMatcher } from './keyword-matcher.js';
import type { KeywordPattern } from './keyword-patterns.js';
import { foldWord } from './letter-kinds.js';
import { taskKeywords } from './task-keywords.js';
import { TextLetters, isWordStart } from './word-starts.js';

const words = (task: string): readonly string[] => taskKeywords(task).map(({ word }) => word);

/** The keywords of a task that a text has. */
const found = (task: string, ...texts: readonly string[]): readonly string[] => createKeywordMatcher(task).match(texts);

/** One matcher for many texts, and how many keywords it finds in each. */
function boundMatcher(task: string): { readonly match: (text: string) => number; readonly size: number } {
  const matcher = createKeywordMatcher(task);
  return { match: (text) => matcher.match([text]).length, size: matcher.size };
}

/** The same as {@link found}: every form of every keyword, tried at every unit of the texts. */
function foundWordByWord(task: string, texts: readonly string[]): readonly string[] {
  const keywords = taskKeywords(task);
  const places = new Set<number>();
  const add = (place: number): void => {
    if (places.has(place)) return;
    places.add(place);
    keywords[place]?.parts.forEach(add);
  };
  keywords.forEach(({ patterns }, place) => {
    if (patterns.some((pattern) => texts.some((text) => hasPattern(text, pattern)))) add(place);
  });
  return keywords.filter((_unused, place) => places.has(place)).map(({ word }) => word);
}

function hasPattern(text: string, { text: pattern, isWhole }: KeywordPattern): boolean {
  const small = foldWord(text);
  const letters = new TextLetters();
  letters.load(text);
  const isEnd = (at: number): boolean => letters.kindAt(at) === 0 || isWordStart(letters, at);
  return Array.from(text.split(''), (_unused, start) => start).some((start) => {
    let end = start;
    for (const letter of pattern.split('')) {
      while (end > start && /[-_$]/u.test(small.charAt(end))) end += 1;
      if (small.charAt(end) !== letter) return false;
      end += 1;
    }
    if (!isWordStart(letters, start)) return false;
    return !isWhole || isEnd(end) || (small.charAt(end) === 's' && isEnd(end + 1));
  });
}

describe('taskKeywords', () => {
  it.each([
    ['Why does login fail for OAuth users?', ['auth', 'fail', 'login', 'oauth', 'users']],
    [
      'fix getUserName in user_service.ts',
      ['fix', 'get', 'getusername', 'name', 'service', 'ts', 'user', 'userservice'],
    ],
    ['the HTTPServer', ['http', 'httpserver', 'server']],
    ['sha256 on port 8080', ['8080', 'port', 'sha', 'sha256']],
    ['src/auth/login.ts', ['auth', 'login', 'src', 'ts']],
    ['login Login LOGIN', ['login']],
    ['__proto__ constructor', ['constructor', 'proto']],
    ['登录失败', ['失败', '录失', '登录']],
    ['修复API登录', ['api', '修复', '登录']],
    ['漢', ['漢']],
    ['データ同期', ['デー', 'ータ', 'タ同', '同期']],
    ['ค้นหา', ['ค้', '้น', 'นห', 'หา']],
    ['토큰 갱신을', ['갱신', '신을', '토큰']],
    ['what is it', ['is', 'it', 'what']],
    ['x', ['x']],
    ['', []],
    ['?! …', []],
  ])('finds in %j the words %j', (task, expected) => {
    expect(words(task)).toEqual([...expected].sort());
  });

  it.each([
    ['Chinese', '修复登录', '用户登录失败', ['登录']],
    ['Japanese', '同期の失敗', 'データ同期', ['同期']],
    ['Thai', 'ค้นหา', 'หน้าค้นหาไฟล์', ['ค้', 'นห', 'หา', '้น']],
    ['Korean, whatever particle a noun has', '토큰이', '토큰을 갱신한다', ['토큰']],
  ])('finds words inside a text in %s', (_what, task, content, expected) => {
    expect(found(task, content)).toEqual(expected);
  });

  it('leaves out data, and takes so many at most', () => {
    expect(words(`login ${'x'.repeat(81)}`)).toEqual(['login']);
    expect(words(Array.from({ length: 900 }, (_unused, index) => `w${index}x`).join(' '))).toHaveLength(200);
    expect(words(`${' '.repeat(30_000)}late`)).toEqual([]);
  });
});

describe('createKeywordMatcher', () => {
  it.each([
    ['login', 'handleLogin()', true],
    ['login', 'LOGIN_URL', true],
    ['login', 'loginUser', true],
    ['login', 'logins', true],
    ['login', 'blogin', false],
    ['login', 'BLOGIN', false],
    ['server', 'HTTPServer', true],
    ['http', 'HTTPServer', true],
    ['role', 'CONTROLE', false],
    ['auth', 'authenticate', true],
    ['auth', 'OAuthProvider', true],
    ['log', 'login', false],
    ['log', 'logs', true],
    ['log', 'log', true],
    ['id', 'userId', true],
    ['id', 'userIDs', true],
    ['id', 'user_id', true],
    ['id', 'identity', false],
    ['id', 'id2', true],
    ['api', 'the APIs', true],
    ['users', 'user', true],
    ['failing', 'failed', true],
    ['failing', 'failure', true],
    ['failed', 'fails', true],
    ['logged', 'log', true],
    ['queries', 'query', true],
    ['query', 'queries', true],
    ['cookies', 'cookie', true],
    ['classes', 'class', true],
    ['class', 'classes', true],
    ['boxes', 'box', true],
    ['status', 'statu', false],
    ['string', 'str', false],
    ['delete', 'deletion', true],
    ['8080', '80801', false],
    ['8080', ':8080/', true],
    ['decoder', 'utf8decoder', true],
    ['userName', 'user_name', true],
    ['user_name', 'userName', true],
    ['user_name', 'user-name', true],
    ['map$', 'array$map', true],
    ['arrayMap', 'array$map', true],
    ['straße', 'STRASSE Straße', true],
    ['ÜBER', 'überall', true],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ', true],
    ['İstanbul', 'İSTANBUL', true],
    ['登录', '请登录', true],
    ['登录', '登 录', false],
    ['naïve', 'nai\u0308ve', false],
  ])('%j in %j: %j', (task, text, expected) => {
    expect(found(task, text).length > 0).toBe(expected);
  });

  it('who has a name has its words', () => {
    expect(found('getUserName', 'getusername')).toEqual(['get', 'getusername', 'name', 'user']);
    expect(found('getUserName', 'get the user')).toEqual(['get', 'user']);
  });

  it('finds every keyword of a task in the task itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (given) => {
        const task = given.normalize('NFC');
        // The halves of a pair of Deseret have small letters only as a whole.
        fc.pre(
          !/\p{Lu}/u.test(
            Array.from(task)
              .filter((character) => character.length > 1)
              .join(''),
          ),
        );

        expect(found(task, task)).toEqual(words(task));
      }),
      { numRuns: 500 },
    );
  });

  it('finds in several texts what one of them has, and never more than the keywords', () => {
    const word = fc.oneof(fc.constantFrom('login', 'userName', 'name', 'API', '登录'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(word, fc.array(word), (task, texts) => {
        const ofEach = new Set(texts.flatMap((text) => found(task, text)));

        expect(found(task, ...texts)).toEqual(words(task).filter((word) => ofEach.has(word)));
      }),
    );
  });

  it('finds in any text what a search word by word finds', () => {
    const word = fc.constantFrom(
      ...['user', 'User', 'HTTPServer', 'server', 'log', 'LOGS', 'x', 'ID', 'ids', '8080', 'utf8', 'sha256', 'failing'],
      ...[
        'straße',
        'ÜBER',
        'İD',
        '\u212Aind',
        'ΣΊΣΥΦΟΣ',
        'σίσυφος',
        'токен',
        'ТОКЕНЫ',
        '登录',
        '请登录',
        'ค้นหา',
        '토큰을',
      ],
      ...['😀', '𠮷', 'e\u0301', '\0', '\ud800'],
    );
    const sign = fc.constantFrom('', '', ' ', '_', '-', '$', '__', '.', '\n', '/');
    const part = fc.oneof(
      { arbitrary: word, weight: 6 },
      { arbitrary: sign, weight: 6 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 2 }), weight: 1 },
    );
    const text = fc.array(part, { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (task, texts) => {
        expect(found(task, ...texts)).toEqual(foundWordByWord(task, texts));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds nothing of the texts before', () => {
    const { match, size } = boundMatcher('login user');

    expect([match('a login'), match('user'), match('a user login'), size]).toEqual([1, 1, 2, 2]);
  });

  it('has room for a text of any length', () => {
    expect(found('login', `${'x '.repeat(2_000_000)}login`)).toEqual(['login']);
  });
});
