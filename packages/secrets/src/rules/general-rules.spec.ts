import { findByRules } from './find-by-rules.js';

/** Put together here, so that no tool takes this file for a leak. */
const [password, token] = [['k3J!x9', 'Qz7Lm2'].join(''), ['9f8Kq2Lm', '4Zx7Vb1N'].join('')];
const settings = ['DB_HOST=db1', `DB_PASSWORD=${password}`, `API_TOKEN=${token}`];
const file = `${settings.join('\n')}\n`;

/** The texts that the rules find, in their order. */
function foundIn(text: string): readonly string[] {
  return findByRules(text).map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset));
}

const numbered = (between: string): string =>
  settings.map((line, index) => `${String(index + 1).padStart(6)}${between}${line}`).join('\n');

describe('passwords on lines of settings', () => {
  it.each([
    ['as they are', file],
    ['with CR LF', file.replaceAll('\n', '\r\n')],
    ['in a string of JSON', JSON.stringify({ content: file })],
    ['in a string of JSON, with CR LF', JSON.stringify({ content: file.replaceAll('\n', '\r\n') })],
    ['in a string of JSON without a last line break', JSON.stringify({ content: file.trimEnd() })],
    ['in JSON within JSON', JSON.stringify({ arguments: JSON.stringify({ content: file }) })],
    ['in a string of JSON with spaces around the breaks', JSON.stringify({ content: file.replaceAll('\n', ' \n ') })],
    ['in a list of strings', JSON.stringify(settings)],
    ['in commands', settings.map((line) => `echo "${line}" >> .env`).join('\n')],
    ['with numbers and arrows', numbered('→')],
    ['with numbers and tabs', numbered('\t')],
    ['with numbers and bars', numbered(' | ')],
    ['with numbers and colons', numbered(':')],
    ['with numbers in a string of JSON', JSON.stringify({ content: numbered('→') })],
    ['with numbers and tabs in a string of JSON', JSON.stringify({ content: numbered('\t') })],
    ['as a search shows them', settings.map((line, index) => `config/.env:${index + 1}:${line}`).join('\n')],
    ['as a search without numbers shows them', settings.map((line) => `.env:${line}`).join('\n')],
    ['that a difference adds', settings.map((line) => `+${line}`).join('\n')],
  ])('are found %s', (_, text) => {
    expect(foundIn(text)).toEqual([password, token]);
  });

  it('are found at the beginning of a string', () => {
    expect(foundIn(JSON.stringify({ content: `API_TOKEN=${token}` }))).toEqual([token]);
    expect(foundIn(JSON.stringify({ content: `password: ${token}\nhost: db1` }))).toEqual([token]);
    expect(foundIn(JSON.stringify({ content: `     1→API_TOKEN=${token}` }))).toEqual([token]);
  });

  it.each([
    ['a placeholder', JSON.stringify({ content: 'API_TOKEN=your-token-1\n' })],
    ['a variable', JSON.stringify({ content: 'API_TOKEN=${TOKEN_V2}\n' })],
    ['a call', '   12→const token = createToken2X9(a1);\n'],
    ['a name with a colon', '"secrets:getV1Beta2"'],
  ])('are not taken for %s', (_, text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
