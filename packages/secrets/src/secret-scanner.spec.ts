import type { SecretFinding } from '@lexichord/abstractions';
import { RecordingLogger, exampleRules, secretExample } from '@lexichord/testing';

import { screenText } from './screening/screened-text.js';
import { SecretScanner } from './secret-scanner.js';

/** Put together here, so that no tool takes this file for a leak. */
const githubToken = `ghp_${'a1B2'.repeat(9)}`;
const keyLines = Array.from(
  { length: 8 },
  (_, index) => 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8c'.slice(index) + 'x'.repeat(index),
);
const pem = (label: string): string => [`-----BEGIN ${label}-----`, ...keyLines, `-----END ${label}-----`].join('\n');

const numbered = (lines: readonly string[], between: string): string =>
  lines.map((line, index) => `${String(index + 1).padStart(6)}${between}${line}`).join('\n');

describe('SecretScanner', () => {
  const scanner = new SecretScanner(new RecordingLogger());
  const scan = async (text: string): Promise<readonly Omit<SecretFinding, 'startOffset' | 'endOffset'>[]> =>
    (await scanner.scan(text)).map(({ rule, startLine, endLine }) => ({ rule, startLine, endLine }));

  it.each([
    ['github', githubToken],
    ['npm', `npm_${'a1B2'.repeat(9)}`],
    ['aws', `aws_secret_access_key = "${'a1B2/'.repeat(8)}"`],
    ['aws-access-key', `AKIA${'Q7R2'.repeat(4)}`],
    ['slack', `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${'a1B2'.repeat(6)}`],
    ['anthropic', `sk-ant-api03-${'a1B2'.repeat(23)}aAA`],
    ['basicauth', 'https://deploy:hunter2x@registry.acme.io/'],
    ['database-connection-string', 'postgres://deploy:hunter2x@db.acme.io/shop'],
    ['url-password', 'redis://:h%40nter2x@cache.acme.io:6379'],
    ['gitlab', `glpat-${'a1B2'.repeat(5)}`],
    ['stripe', `sk_live_${'a1B2'.repeat(6)}`],
    ['gcp-api-key', `AIza${'a1B2c'.repeat(7)}`],
    ['google-oauth', `GOCSPX-${'a1B2'.repeat(7)}`],
    ['huggingface', `hf_${'a1B2'.repeat(8)}cD`],
    ['digitalocean', `dop_v1_${'a1b2'.repeat(16)}`],
    ['pypi', `pypi-AgEIcHlwaS5vcmc${'a1B2'.repeat(20)}`],
    ['azure-storage', `AccountKey=${'a1B2'.repeat(21)}aB==`],
    ['json-web-token', `eyJ${'a1B2'.repeat(6)}.eyJ${'a1B2'.repeat(6)}.${'a1B2'.repeat(8)}`],
    ['npm-registry', `//registry.npmjs.org/:_authToken=${'a1B2'.repeat(9)}`],
    ['basicauth', `https://${'a1b2'.repeat(10)}:x-oauth-basic@github.com/acme/x`],
  ])('finds a secret by the rule %s', async (rule, secret) => {
    expect(await scan(`first\nkey: ${secret} \nlast\n`)).toEqual([{ rule, startLine: 2, endLine: 2 }]);
  });

  it.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('finds all lines of a %s', async (label) => {
    expect(await scan(`first\n${pem(label)}\nlast\n`)).toEqual([{ rule: 'private-key', startLine: 2, endLine: 11 }]);
  });

  it.each([
    ['without its end', (key: string) => key.replace(/\n-+END.*/u, '\n}\n'), 9],
    ['in a string of JSON', (key: string) => `{"private_key": ${JSON.stringify(key)}}`, 1],
    ['in a comment', (key: string) => key.replaceAll(/^/gmu, ' * '), 10],
    ['in a difference', (key: string) => key.replaceAll(/^/gmu, '+'), 10],
    [
      'with its end in another difference',
      (key: string) => key.replaceAll(/^/gmu, '-').replace(/\n-+END.*/u, '\n@@ -1 +1 @@'),
      9,
    ],
    [
      'that is encrypted',
      (key: string) => key.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n'),
      13,
    ],
    ['with CR LF', (key: string) => key.replaceAll('\n', '\r\n'), 10],
    ['with lone CR', (key: string) => key.replaceAll('\n', '\r'), 10],
  ])('finds a key %s', async (_, disguise, endLine) => {
    expect(await scan(disguise(pem('RSA PRIVATE KEY')))).toEqual([{ rule: 'private-key', startLine: 1, endLine }]);
  });

  it('finds the end of a key whose beginning is elsewhere, and nothing else of the text', async () => {
    const [, ...rest] = pem('RSA PRIVATE KEY').split('\n');

    expect(await scan(['const a = 1;', ...rest, 'const b = 2;'].join('\n'))).toEqual([
      { rule: 'private-key', startLine: 2, endLine: 10 },
    ]);
  });

  it.each([
    ['with numbers and arrows', (lines: readonly string[]) => numbered(lines, '→')],
    ['with numbers and tabs', (lines: readonly string[]) => numbered(lines, '\t')],
    ['with numbers in a string of JSON', (lines: readonly string[]) => JSON.stringify({ text: numbered(lines, '\t') })],
    ['in a string of JSON', (lines: readonly string[]) => JSON.stringify({ text: lines.join('\n') })],
    ['in a string of JSON, with CR LF', (lines: readonly string[]) => JSON.stringify({ text: lines.join('\r\n') })],
    ['in JSON within JSON', (lines: readonly string[]) => JSON.stringify(JSON.stringify({ text: lines.join('\n') }))],
    ['that is a string of JSON', (lines: readonly string[]) => JSON.stringify(lines.join('\n'))],
  ])('leaves nothing of a key without its beginning or its end %s', async (_, shown) => {
    const lines = pem('RSA PRIVATE KEY').split('\n');
    for (const part of [lines.slice(0, -1), lines.slice(1), [...lines.slice(0, -2), 'AbCd']]) {
      const text = `${shown(part)}\nconst a = 1;`;
      const { text: screened } = await screenText(text, scanner);

      expect(screened).toContain('[secret: private-key]');
      expect(screened).toContain('const a = 1;');
      expect(screened).not.toMatch(/[A-Za-z0-9+/]{20}|AbCd/u);
    }
  });

  it('keeps what is behind a key without its end in a string of JSON', async () => {
    const lines = [...pem('RSA PRIVATE KEY').split('\n').slice(0, -1), 'host = db1'];

    const { text } = await screenText(JSON.stringify({ text: lines.join('\n'), next: 1 }), scanner);

    expect(text).toBe('{"text":"[secret: private-key]host = db1","next":1}');
  });

  it.each([
    ['begin and end markers', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n'],
    ['begin markers', '-----BEGIN PRIVATE KEY-----\n'],
    ['lines that are almost those of a key', `-----BEGIN PRIVATE KEY-----\n${'+'.repeat(240)}!\n`],
  ])('finds a key behind very many %s without a key', async (_, unit) => {
    const count = Math.ceil(2_000_000 / unit.length);
    const [, ...rest] = pem('RSA PRIVATE KEY').split('\n');

    // No bound of time in a test: what looks at everything again for each marker would not end within the test's limit.
    expect(await scan(`${unit.repeat(count)}}\n${rest.join('\n')}`)).toMatchObject([{ rule: 'private-key' }]);
  });

  it.each([
    ['an example key', 'AKIAIOSFODNN7EXAMPLE'],
    ['an example key', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['a variable', 'postgres://${USER}:${PASSWORD}@db/shop'],
    ['a variable', '//registry.npmjs.org/:_authToken=${NPM_TOKEN}'],
    ['a program that reads keys', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) {\n  return parse(text);\n}"],
    ['a public key', pem('PUBLIC KEY')],
    ['a placeholder', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
    ['nothing', ''],
  ])('lets %s be', async (_, text) => {
    expect(await scan(text)).toEqual([]);
  });

  it.each([
    '/* secretlint-disable */\n',
    '// secretlint-disable-next-line\n',
    '# secretlint-disable @secretlint/secretlint-rule-github\n',
  ])('no comment in a file switches a rule off: %j', async (comment) => {
    expect(await scan(`${comment}${githubToken} // secretlint-disable-line`)).toMatchObject([
      { rule: 'github', startLine: 2 },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('counts lines that end with %j', async (lineEnd) => {
    const lines = ['\ufefffirst', 'two\u2028two', githubToken, 'four'];

    expect(await scan(lines.join(lineEnd))).toEqual([{ rule: 'github', startLine: 3, endLine: 3 }]);
  });

  it('finds what is in a line of 10 MB', async () => {
    expect(await scan(`${'x = 1; '.repeat(1_500_000)}${githubToken}\n`)).toHaveLength(1);
  });

  it('finds very many secrets', async () => {
    const findings = await scan(`${githubToken}\n\n`.repeat(25_000));

    expect(findings).toHaveLength(25_000);
  });

  it.each(exampleRules)('finds all of every secret of the kind %s, whatever rule is quicker', async (rule) => {
    for (let seed = 0; seed < 12; seed += 1) {
      const { text, values } = secretExample(rule, seed);
      const findings = await scanner.scan(`first\n${text}\nlast`);
      for (const value of values) {
        const start = `first\n${text}`.indexOf(value);
        const covers = findings.some(
          ({ startOffset, endOffset }) => startOffset <= start && start + value.length <= endOffset,
        );
        expect([seed, covers]).toEqual([seed, true]);
      }
    }
  });

  it.each([
    ...['Aws_Secret_Access_Key = ', 'secretAccess_key: ', '"SecretAccessKey" => "', 'AWS_SECRETAccess_key:'],
    ...['secret_access_key:\n    ', `SecretAccessKey${' '.repeat(40)}=${' '.repeat(40)}`],
  ])('finds the whole value of a key of AWS behind %j, and nothing else', async (name) => {
    const [value = ''] = secretExample('aws', 1).values;

    expect(await scanner.scan(`${name}${value}`)).toMatchObject([
      { rule: 'aws', startOffset: name.length, endOffset: name.length + value.length },
    ]);
  });

  it('gives way with what it knows by its surroundings to what knows the secret', async () => {
    const { text } = secretExample('groq', 1);

    expect(await scan(`GROQ_TOKEN=${text}`)).toEqual([{ rule: 'groq', startLine: 1, endLine: 1 }]);
  });

  it('remembers a text by its content, and says the same', async () => {
    const scanner = new SecretScanner(new RecordingLogger());
    const first = await scanner.scan(githubToken);

    expect(await scanner.scan(githubToken)).toBe(first);
    expect(await scanner.scan(`${githubToken}\n`)).not.toBe(first);
  });

  it('says neither in a finding nor in a log what the secret is', async () => {
    const logger = new RecordingLogger();

    const findings = await new SecretScanner(logger).scan(githubToken);

    expect(JSON.stringify([findings, logger.lines])).not.toContain('a1B2');
  });

  it('stops when the caller cancels', async () => {
    await expect(
      new SecretScanner(new RecordingLogger()).scan('x', { signal: AbortSignal.abort('stop') }),
    ).rejects.toBe('stop');
  });
});
