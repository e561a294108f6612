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

describe('passwords in commands', () => {
  it.each([
    ['in front of one', `DB_PASSWORD=${password} API_TOKEN=${token} npm start`],
    ['behind others', `cd app && NODE_ENV=test DB_PASSWORD=${password} API_TOKEN=${token}; npm start`],
    ['for a container', `docker run -e DB_PASSWORD=${password} -e API_TOKEN=${token} image`],
    ['as options', `deploy --db-password ${password} --api-token ${token} --force`],
    ['as options with a sign', `deploy --db-password=${password} --api-token=${token} --force`],
    ['as the last option', `deploy --db-password=${password} --api-token ${token}`],
    ['in arguments', JSON.stringify({ command: `DB_PASSWORD=${password} deploy --token ${token}` })],
    [
      'in arguments in a string',
      JSON.stringify({ args: JSON.stringify({ command: `DB_PASSWORD=${password} deploy --token ${token}` }) }),
    ],
    ['on a line of a transcript', `$ DB_PASSWORD=${password} \\\n  deploy --token ${token}\n`],
  ])('are found %s', (_, text) => {
    expect(foundIn(text)).toEqual([password, token]);
  });

  it.each([
    ['variables', 'DB_PASSWORD=$DB_PASSWORD_V2 API_TOKEN=${TOKEN2} npm start'],
    ['the next option', 'deploy --token --verbose2X9z'],
    ['files', 'deploy --token-file ./secrets/token2X9.txt --secret /run/secrets/k3J9x2'],
    ['placeholders', 'deploy --token your-token-1 --password changeme123'],
    ['names', 'gh secret set --secret-name projects2secretV1'],
    ['models', 'run --tokenizer meta-llama/Llama-3.1-8B-Instruct --tokenizer=Qwen2.5-7B-Instruct'],
    ['models in variables', 'TOKENIZER=Xenova/bert-base-v2.5 TOKENIZER_MODEL=all-MiniLM-L6-v2 npm test'],
    ['ids', 'aws x --client-request-token 550e8400-e29b-41d4-a716-446655440000 --token-id 7f3K9x2Qz7L'],
    ['pages and marks', 'aws x --next-token AAMA-EFRSURBSGhHVjZ2 --pad-token PAD2_x91Zq --separator-token Utf8Bom16Le'],
    ['places', 'SECRETS_DIR=build/x86_64/v2/3 TOKEN_URL=login.x1.com/v2/oauth3 TOKEN_TTL=24h30m15s make'],
    ['files of keys', 'ssh --private-key keys/id_ed25519_v2 --api-key-file conf/k1/v2/x3'],
    ['parts of a build', 'docker build --secret id=npm1rc2x3 .'],
    ['variables of Windows', 'deploy --token %API_TOKEN_V2% && set TOKEN=!TOKEN12!x2!'],
    ['code', 'const a = b--token2X9z.k3J9x2Qz7 && MAX_TOKENS=max2TokensPerFile3;'],
  ])('are not taken for %s', (_, text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
