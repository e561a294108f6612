import { generateKeyPairSync } from 'node:crypto';

import { HostilePacks, expectTrueLines } from './test-support/hostile-packs.js';
import { commonWord } from './test-support/indexed-workspace.js';

/** Texts that look like keys, made here so that none lies in this repository. */
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyLines = privateKey.trimEnd().split('\n');
const github = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const aws = ['AKIA', 'QYLPMN5HFIQR7XYA'].join('');
const slack = ['xoxb', '23984754863', '2348975623103', 'kJhGfDsAqWeRtYuIoPlKjHgF'].join('-');
const database = `postgres://admin:${['S3cr3t', 'Passw0rd'].join('')}@db.internal:5432/app`;

/** A line of a key that is nowhere else. */
const insideKey = keyLines[5] ?? '';

const withSecrets: Readonly<Record<string, string>> = {
  'src/plain.ts': `export const ${commonWord} = 'plain';\n`,
  'src/lines.ts': `const ${commonWord} = 1;\nconst pem = \`\n${privateKey}\`;\nexport const after = 2;\n`,
  'src/crlf.txt': `${commonWord}\r\n${keyLines.join('\r\n')}\r\nafter\r\n`,
  'src/cr.txt': `${commonWord}\r${keyLines.join('\r')}\rafter\r`,
  'src/joined.ts': `const ${commonWord} =\n${keyLines.map((line) => `  '${line}\\n' +`).join('\n')}\n  '';\n`,
  'src/quoted.md': `# ${commonWord}\n\n${keyLines.map((line) => `> ${line}`).join('\n')}\n\nafter\n`,
  'src/diff.txt': `${commonWord}\n${keyLines.map((line) => `+${line}`).join('\n')}\n after\n`,
  'src/account.json': JSON.stringify({ name: commonWord, private_key: privateKey, other: 1 }, undefined, 2),
  'src/one-line.json': JSON.stringify({ name: commonWord, token: github, other: 1 }),
  'src/config.yml': `${commonWord}:\n  token: ${github}\n  aws: ${aws}\n  hook: ${slack}\n  url: ${database}\n  after: 1\n`,
  'src/half.txt': `${commonWord}\n${keyLines.slice(0, -1).join('\n')}\n`,
  'src/comment.ts': `// secretlint-disable\nexport const ${commonWord}Token = '${github}'; // secretlint-disable-line\n`,
};

describe('packing a workspace whose files hold what must not be told', () => {
  const packs = new HostilePacks();
  let root: string;
  beforeAll(async () => {
    root = await packs.repository(withSecrets);
  });
  afterAll(() => packs.dispose());

  /** Everything that was written into the files and must be nowhere. */
  const secrets = [github, aws, slack, database, insideKey, keyLines[1] ?? '', keyLines.at(-2) ?? ''];

  function expectNoSecret(told: string): void {
    for (const secret of secrets) {
      expect(told.includes(secret)).toBe(false);
      expect(told.includes(Buffer.from(secret).toString('base64').slice(4, -4))).toBe(false);
    }
  }

  it('T-016 threat 4: tells none of the secrets, whole or in pieces, and keeps what is beside them', async () => {
    const { packed, told, log } = await packs.pack(root, {
      task: `${commonWord} after token`,
      openFiles: Object.keys(withSecrets),
      budget: 50_000,
    });

    expectNoSecret(told);
    const withheld = packed.excludedChunks.filter(({ reason }) => reason === 'secret');
    expect(new Set(withheld.map(({ filePath }) => filePath))).toEqual(
      new Set(Object.keys(withSecrets).filter((path) => path !== 'src/plain.ts')),
    );
    for (const { content, detail, symbol } of withheld) {
      expect([content, symbol]).toEqual(['', undefined]);
      expect(detail).toMatch(/^[\w-]+ on lines? \d+(?:-\d+)?/u);
    }
    expect(packed.content).toContain('export const after = 2;');
    expect(packed.content).toContain("'plain'");
    expect(JSON.stringify(log.lines)).not.toContain('BEGIN PRIVATE');
    await expectTrueLines(packed, root);
  });

  it.each([40, 90, 200, 600])('tells none of them in excerpts within %i tokens either', async (budget) => {
    for (const template of ['markdown', 'xml', 'json'] as const) {
      const lines = Object.keys(withSecrets).flatMap((path) => [2, 4, 9].map((line) => `${path}:${line}`));
      const { packed, told } = await packs.pack(root, { task: `${commonWord} ${lines.join(' ')}`, template, budget });

      expectNoSecret(told);
      await expectTrueLines(packed, root);
    }
  });

  it('tells none of those that the output of a tool holds', async () => {
    const toolOutputs = Object.entries(withSecrets).map(([name, text]) => ({ name, text: `failed\n${text}` }));
    const { packed, told } = await packs.pack(root, { task: commonWord, toolOutputs, budget: 50_000 });

    expectNoSecret(told);
    expect(packed.includedChunks.some(({ filePath }) => filePath === 'tool:src_plain.ts')).toBe(true);
  });
});

describe('packing a workspace whose files are hardly text', () => {
  const packs = new HostilePacks();
  afterAll(() => packs.dispose());

  const utf16 = (text: string, order: 'LE' | 'BE'): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return order === 'LE' ? bytes : bytes.swap16();
  };
  const text = `first ${commonWord}\nsecond line\nthird ü 日本\n`;

  const readable: Readonly<Record<string, string | Buffer>> = {
    'utf16le.txt': utf16(text, 'LE'),
    'utf16be.txt': utf16(text.replaceAll('\n', '\r\n'), 'BE'),
    'utf8mark.txt': `\ufeff${text}`,
    'bad-utf8.txt': Buffer.concat([
      Buffer.from(`${commonWord} `),
      Buffer.from([0xc3, 0x28, 0xff, 0x80]),
      Buffer.from('\nend\n'),
    ]),
    'latin1.txt': Buffer.from(`${commonWord} größer\nend\n`, 'latin1'),
    'cr.txt': `${commonWord}\rtwo\rthree\r`,
    'crlf.txt': `${commonWord}\r\ntwo\r\nthree`,
    'mixed.ts': `const ${commonWord} = 1;\r\nfunction a() {\r  return 1;\n}\n\r\nfunction b() {\r\n  return 2;\r}\r\n`,
    'separators.md': `# ${commonWord}\u2028not a line\u0085nor this\n\n## two\u000b\u000c\n\ntext\n`,
    'blank.txt': `${commonWord}${'\n'.repeat(10_000)}end`,
    'deep.json': `{"${commonWord}":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`,
    'deep.ts': `const ${commonWord} = ${'('.repeat(10_000)}1${')'.repeat(10_000)};\nexport const after = 1;\n`,
    'deep.html': `<p>${commonWord}</p>${'<div>'.repeat(10_000)}${'</div>'.repeat(10_000)}\n`,
    'deep.py': `${Array.from({ length: 200 }, (_, at) => `${' '.repeat(at)}if ${commonWord}:`).join('\n')}\n${' '.repeat(200)}pass\n`,
    'deep.md': `${'> '.repeat(5_000)}${commonWord}\n${'- '.repeat(5_000)}x\n`,
    'deep.yml': `${Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}${commonWord}:`).join('\n')}\n`,
    'brackets.cs': `class ${commonWord} { ${'{ '.repeat(10_000)}\n`,
    'quotes.js': `const ${commonWord} = ${'`${'.repeat(5_000)}\n`,
    'words.txt': `${commonWord} ${'a'.repeat(100_000)}\n`,
    'emoji.txt': `${commonWord} ${'👩‍👩‍👧‍👦'.repeat(5_000)}\n`,
  };
  const refused: Readonly<Record<string, string | Buffer>> = {
    'binary.md': Buffer.concat([Buffer.from(commonWord), Buffer.from([0, 1, 2, 159])]),
    'late-nul.md': `${commonWord}\n${'x'.repeat(10_000)}\0\n`,
    'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
    'utf32.txt': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
    'large.txt': `${commonWord} ${'x'.repeat(11_000_000)}\n`,
  };

  it.each([
    ['as open files, with room for all', 400_000, true],
    ['as what a search finds, within little', 900, false],
  ])('T-016 threat 3: takes them as they are %s', async (_, budget, isOpen) => {
    const root = await packs.repository({ ...readable, ...refused });
    const openFiles = isOpen ? [...Object.keys(readable), ...Object.keys(refused)] : [];
    const { packed } = await packs.pack(root, { task: commonWord, openFiles, budget });

    const reasons = packed.rejectedSources.map(({ filePath, reason }) => `${filePath} ${reason}`).sort();
    expect(reasons).toEqual(
      isOpen
        ? [
            ...['binary.md binary-file', 'large.txt file-too-large', 'late-nul.md binary-file'],
            ...['picture.png binary-file', 'utf32.txt binary-file'],
          ]
        : [],
    );
    expect(packed.partial).toBe(false);
    await expectTrueLines(packed, root);
    // A hit that scores too little is listed and not read.
    const used = packed.excludedChunks.filter(({ reason }) => reason !== 'below-threshold');
    const found = new Set([...packed.includedChunks, ...used].map(({ filePath }) => filePath));
    if (isOpen) expect([...found].sort()).toEqual(Object.keys(readable).sort());
    expect(packed.includedChunks.length).toBeGreaterThan(0);
  });
});
