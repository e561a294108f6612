import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const folder = aFolder({ '.git/HEAD': '', 'text.txt': '\ufeffHello, world' });
const here = { workingDirectory: folder };

describe('license show', () => {
  it('shows the development licence when none is given', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['license', 'show'], here);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Tier: +Enterprise\nStatus: +valid\nSource: +development licence /u);
    expect(await runJson(['license', 'show'], here)).toMatchObject({
      tier: 'Enterprise',
      grantedTier: 'Enterprise',
      status: 'valid',
      source: 'development',
      holder: 'Lexichord development',
    });
  });

  it.each(['teams', 'TEAMS'])('lowers the tier with --tier %s', async (tier) => {
    expect(await runJson(['license', 'show', '--tier', tier], here)).toMatchObject({
      tier: 'Teams',
      grantedTier: 'Enterprise',
    });
    expect((await runCommand(['license', 'show', '--tier', tier], here)).stdout).toContain(
      'Teams, lowered from Enterprise by --tier',
    );
  });

  it('shows a bad licence as Core, never the development licence', async () => {
    const environment = { LEXICHORD_LICENSE: 'not.a.licence' };

    expect(await runJson(['license', 'show'], { ...here, environment })).toMatchObject({
      tier: 'Core',
      status: 'malformed',
      source: 'environment',
    });
    expect((await runCommand(['license', 'show'], { ...here, environment })).stdout).toContain('Core tier is in force');
  });

  it('shows a licence file that cannot be read', async () => {
    const environment = { LEXICHORD__LICENSE__FILE: 'missing.jwt' };
    const { stdout } = await runCommand(['license', 'show'], { ...here, environment });

    expect(stdout).toMatch(/Tier: +Core\nStatus: +unreadable\nSource: +file \(missing\.jwt/u);
    expect(stdout).toContain('there is no such file');
  });
});

describe('a licence that does not hold', () => {
  const options = {
    workingDirectory: aFolder({ 'a.md': '# A\n' }),
    environment: { LEXICHORD_LICENSE: 'not.a.licence' },
  };

  it('is told once on standard error, and the commands of Core go on', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['strategies', 'list'], options);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('locked, needs WriterPro');
    expect(stderr.match(/^warning: The licence cannot be read as one/gmu)).toHaveLength(1);
  });

  it('locks what is above Core, and with --json says all in one line', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['assemble', 'a.md'], options);
    const error = await runToError(['assemble', 'a.md'], options);

    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('requires WriterPro or a higher tier');
    expect(error).toMatchObject({ exitCode: 3, code: 'license-required', details: { licenseStatus: 'malformed' } });
    expect(error.message).toContain('cannot be read as one');
  });
});

describe('debug tokenize', () => {
  it('shows count, tokenizer, cache, time, and the tokens apart', async () => {
    const { exitCode, stdout } = await runCommand(['debug', 'tokenize', '--text', 'Hello, world\n\tx'], here);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Tokens: +5\nTokenizer: +o200k_base \(exact\)\nCache: +miss\nTime: +[\d.]+ ms\n\n/u);
    expect(stdout).toContain('Hello│,│·world│');
    expect(stdout).toContain('↵\n');
  });

  it('counts nothing for the empty text (T-016 AC-054)', async () => {
    expect(await runJson(['debug', 'tokenize', '--text', ''], here)).toMatchObject({ count: 0, tokens: [] });
  });

  it('gives tokens with ids and bytes, also of parts of a character and of special tokens', async () => {
    const { count, tokens, encoding, isEstimate } = await runJson(
      ['debug', 'tokenize', '--text', '<|endoftext|>𓀀'],
      here,
    );
    const list = tokens as { bytes: number[]; text: string }[];

    expect([encoding, isEstimate, count]).toEqual(['o200k_base', false, list.length]);
    expect(Buffer.from(list.flatMap(({ bytes }) => bytes)).toString()).toBe('<|endoftext|>𓀀');
    expect(list.some(({ text }) => text.startsWith('\\x'))).toBe(true);
  });

  it.each([
    ['p50k_base', [1026, 338, 198, 50257, 7283, 6, 50]],
    ['gpt2', [1026, 338, 198, 220, 220, 7283, 6, 50]],
  ])('counts in an encoding with the ranks of js-tiktoken (%s)', async (encoding, ids) => {
    const environment = { LEXICHORD__CONTEXT__TOKENIZER__ENCODING: encoding };
    const output = await runJson(['debug', 'tokenize', '--text', "It's\n   IT'S"], { ...here, environment });

    expect(output).toMatchObject({ encoding, isEstimate: false, count: ids.length });
    expect((output['tokens'] as { id: number }[]).map(({ id }) => id)).toEqual(ids);
  });

  it('reads a file or standard input, without a byte order mark', async () => {
    const fromFile = await runJson(['debug', 'tokenize', '--file', 'text.txt'], here);
    const fromStdin = await runJson(['debug', 'tokenize', '--file', '-'], { ...here, stdin: 'Hello, world' });

    expect([fromFile['count'], fromStdin['count']]).toEqual([3, 3]);
  });

  it('says when counts are an estimate, and when the cache is off', async () => {
    const environment = {
      LEXICHORD__CONTEXT__TOKENIZER__SAFETY_FACTOR: '2',
      LEXICHORD__CONTEXT__TOKENIZER__CACHE_ENABLED: 'false',
    };
    const { stdout } = await runCommand(['debug', 'tokenize', '--text', 'Hello'], { ...here, environment });

    expect(stdout).toContain('(estimate: 1 scaled by the safety factor)');
    expect(stdout).toMatch(/Cache: +off/u);
  });

  it('shows no control character, and a long text only in part', async () => {
    const { stdout } = await runCommand(['debug', 'tokenize', '--text', `\u001b[2J\r${'a b '.repeat(3000)}`], here);

    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/… and [\d,]+ more; --json lists all\.\n$/u);
  });

  it.each([
    [[], 'No text to count.'],
    [['--text', 'a', '--file', 'b'], 'not both'],
  ])('refuses %j', async (argv, message) => {
    const error = await runToError(['debug', 'tokenize', ...argv], here);

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
  });

  it('refuses input that is too large or binary', async () => {
    const tokenize = (stdin: Buffer) => runToError(['debug', 'tokenize', '--file', '-'], { ...here, stdin });

    expect(await tokenize(Buffer.alloc(10_000_001, 'a'))).toMatchObject({ exitCode: 1, code: 'file-too-large' });
    expect(await tokenize(Buffer.from([65, 0]))).toMatchObject({ exitCode: 1, code: 'binary-file' });
  });

  it('works in a home folder', async () => {
    const home = aFolder();

    expect(
      await runJson(['debug', 'tokenize', '--text', 'a'], { workingDirectory: home, environment: { HOME: home } }),
    ).toMatchObject({ count: 1 });
  });
});
