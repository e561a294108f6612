import { parseIni } from './parse-ini.js';

function sections(text: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    [...parseIni(text).sections].map(([name, entries]) => [
      name,
      entries.map(({ key, value, line }) => `${line} ${key}=${value}`),
    ]),
  );
}

describe('parseIni', () => {
  it('reads sections, keys before any section, comments and quotation marks', () => {
    const text = '\n# one\nA = "x # y"\n; two\nB: z ; note\n[*.{md,txt}] # files\nC=1=2\nD = \n';

    expect(sections(text)).toEqual({ '': ['3 A="x', '5 B=z'], '*.{md,txt}': ['7 C=1=2', '8 D='] });
  });

  it.each(['\r\n', '\r', '\u2028'])('knows the line end %j', (lineEnd) => {
    expect(sections(['[a]', 'k = v'].join(lineEnd))).toEqual({ a: ['2 k=v'] });
  });

  it('goes on with the next line after a backslash', () => {
    expect(sections('[a]\nk = one, \\\n  two, \\\n  three\nl = x \\')).toEqual({
      a: ['2 k=one, two, three', '5 l=x'],
    });
  });

  it('puts repeated sections together and keeps repeated keys in order', () => {
    expect(sections('[a]\nk=1\n[b]\nk=2\n[a]\nk=3\n[DEFAULT]\nz=0')).toEqual({
      a: ['2 k=1', '6 k=3'],
      b: ['4 k=2'],
      '': ['8 z=0'],
    });
  });

  it('names lines that are nothing', () => {
    expect(parseIni('[a\nnonsense\n= x\nk=v').badLines).toEqual([1, 2, 3]);
  });

  it('keeps names of built-in things to itself', () => {
    const { sections: found } = parseIni('[__proto__]\nx = 1\n[constructor]\nprototype = 2\n');

    expect([...found.keys()]).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
