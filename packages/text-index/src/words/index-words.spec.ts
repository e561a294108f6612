import fc from 'fast-check';

import { indexWords, rawWords, stemOf } from './index-words.js';
import { RawWordScanner } from './raw-words.js';

describe('indexWords', () => {
  it.each([
    ['getUserName', ['getusername', 'get', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['user_id', ['user_id', 'user', 'id']],
    ['parsing parsed parses', ['pars', 'pars', 'pars']],
    ['What is the answer to it?', ['answer']],
    ['a b c x1 7', ['x1']],
    ['port 8080', ['port', '8080']],
    ['漢字検索', ['漢字', '字検', '検索']],
    ['漢', ['漢']],
    ['サーバー', ['サー', 'ーバ', 'バー']],
    ['使用API调用', ['使用', 'api', '调用']],
    ['검색 결과', ['검색', '결과']],
    ['café naïve', ['café', 'naïve']],
    ['__proto__ constructor toString', ['proto', 'constructor', 'tostring', 'string']],
    ['\u0000\ud800 <|endoftext|>', ['endoftext']],
    ['', []],
  ])('finds %j under its words', (text, words) => {
    expect(indexWords(text)).toEqual(words);
  });

  it('leaves out runs of more than 80 letters, which are data', () => {
    expect(indexWords(`before ${'a'.repeat(81)} after`)).toEqual(['befor', 'after']);
    expect(indexWords('a'.repeat(80))).toHaveLength(1);
    expect(indexWords(`${'漢'.repeat(3)}${'a'.repeat(81)}`)).toEqual(['漢漢', '漢漢']);
  });

  it('leaves them out of names with letters of such a script, too, and the whole name', () => {
    expect(indexWords(`${'a'.repeat(1_000_000)}_漢`)).toEqual(['漢']);
    expect(indexWords(`漢字_${'parsing_'.repeat(20)}`)).toEqual(['漢字', ...new Array<string>(20).fill('pars')]);
    expect(indexWords('漢字_parsing')).toEqual(['漢字_parsing', '漢字', 'pars']);
  });

  it('keeps long runs of a script that puts no space between words', () => {
    expect(indexWords('ค'.repeat(500))).toHaveLength(499);
    expect(indexWords('漢'.repeat(300_000))).toHaveLength(299_999);
  });

  it('gives words that can be joined by spaces and lines, without empty ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const word of indexWords(text)) expect(word).toMatch(/^[^\s\ud800-\udfff]+$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('gives a text the same words, whatever came before it', () => {
    const words = indexWords('running parseHeader');
    indexWords(Array.from({ length: 100_100 }, (_, number) => `w${number.toString(36)}`).join(' '));

    expect(indexWords('running parseHeader')).toEqual(words);
  });

  it.each(['a', 'aB', '_', '.', 'a1', '漢', 'ก', '\ud800', 'e\u0301', 'a b ', 'HTTPServer ', '\u2028'])(
    'deals with a megabyte of %j',
    (text) => {
      expect(Array.isArray(indexWords(text.repeat(1_000_000 / text.length)))).toBe(true);
    },
  );
});

describe('rawWords', () => {
  it('finds what the pattern of a word finds, in any script', () => {
    const pattern = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*|\p{N}+/gu;
    const character = fc.oneof(
      fc.constantFrom(...Array.from('aZ_$09 .-é漢ก٣½\u0301\u00b2\u2028𝒳𝟙😀'), '\ud800', '\udc00'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
        const text = characters.join('');

        expect([...rawWords(text)]).toEqual(text.match(pattern) ?? []);
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds the same with a scanner that has read other texts', () => {
    const scanner = new RawWordScanner('something else');
    const wordsIn = (text: string): readonly string[] => {
      const words: string[] = [];
      scanner.read(text);
      for (let word = scanner.next(); word !== undefined; word = scanner.next()) words.push(word);
      return words;
    };
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...Array.from('ab1_ .é漢')), maxLength: 20 })),
        (texts) => {
          expect(texts.map(wordsIn)).toEqual(texts.map((text) => [...rawWords(text)]));
        },
      ),
    );
  });

  it('gives names whole, as they stand', () => {
    expect([...rawWords('foo(barBaz, $x_1) + 42')]).toEqual(['foo', 'barBaz', '$x_1', '42']);
  });
});

describe('stemOf', () => {
  it('shortens English words and leaves others alone', () => {
    expect(['caching', 'connections', 'prüfungen', 'x1', ''].map(stemOf)).toEqual([
      'cach',
      'connect',
      'prüfungen',
      'x1',
      '',
    ]);
  });
});
