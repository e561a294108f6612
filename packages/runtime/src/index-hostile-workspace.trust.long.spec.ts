import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ErrorCode, ISemanticSearchService, type SearchResult } from '@lexichord/abstractions';

import { IndexedWorkspaces, commonWord, generatedFiles, writeFiles } from './test-support/indexed-workspace.js';

const secret = `A ${commonWord} of secrets.\n`;
const plain = `A ${commonWord} for everybody.\n`;

describe('the index of a workspace that came from anybody', () => {
  const workspaces = new IndexedWorkspaces();

  afterAll(() => workspaces.dispose());

  /** Pipes that somebody might read from. */
  const pipes: string[] = [];

  function makePipe(path: string): void {
    execFileSync('mkfifo', [path]);
    pipes.push(path);
  }

  // Whoever waits for a pipe would keep this process alive.
  afterEach(async () => {
    for (const path of pipes.splice(0)) {
      const pipe = await open(path, constants.O_RDWR | constants.O_NONBLOCK).catch(() => undefined);
      await pipe?.close();
    }
  });

  async function indexedPaths(root: string): Promise<readonly string[]> {
    const paths = (await workspaces.contents(root)).map(({ filePath }) => filePath);
    return [...new Set(paths)].filter((path) => path !== '.agentignore' && path !== '.gitignore').sort();
  }

  async function searchOnce(root: string, query = commonWord): Promise<SearchResult> {
    const runtime = await workspaces.open(root);
    try {
      return await runtime.resolve(ISemanticSearchService).search(query);
    } finally {
      await runtime.dispose();
    }
  }

  /** Every file under a folder, by its path, with its bytes. */
  async function bytesUnder(folder: string): Promise<ReadonlyMap<string, string>> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)));
  }

  it('has nothing from outside, no secrets, and nothing that is no text', async () => {
    const outside = await workspaces.folder({ 'outside.md': secret, 'folder/inner.md': secret });
    const root = await workspaces.folder({
      'plain.md': plain,
      '.env': secret,
      'deploy/.env.production': secret,
      'keys/id_rsa': secret,
      'keys/server.pem': secret,
      'credentials.json': `{"a": "${commonWord}"}`,
      '.git/config': secret,
      'vendor/.git/hooks/notes.md': secret,
      'appsettings.Production.json': `{"a": "${commonWord}"}`,
      'private/plan.md': secret,
      'binary.md': Buffer.concat([Buffer.from(secret), Buffer.from([0, 159, 146, 150])]),
    });
    await symlink(join(outside, 'outside.md'), join(root, 'link.md'));
    await symlink(join(outside, 'folder'), join(root, 'linked-folder'));
    await symlink('/dev/zero', join(root, 'endless.md'));
    await symlink(root, join(root, 'circle'));
    makePipe(join(root, 'pipe.md'));
    const configuration = { workspace: { deny: ['private/'] } };

    const report = await workspaces.index(root, {}, { configuration });

    expect(report.skipped).toEqual([]);
    expect(await indexedPaths(root)).toEqual(['plain.md']);
    for (const bytes of (await bytesUnder(join(root, '.lexichord'))).values()) {
      expect(bytes.includes('of secrets')).toBe(false);
    }
  });

  it('forgets at once, and wholly, what .agentignore denies later', async () => {
    const root = await workspaces.folder({ 'plain.md': plain, 'drafts/plan.md': `# Wombat\n\n${secret}` });
    await workspaces.index(root);
    expect(await indexedPaths(root)).toEqual(['drafts/plan.md', 'plain.md']);

    await writeFile(join(root, '.agentignore'), 'drafts/\n');
    // What is denied is not shown either before the next run.
    const { hits } = await searchOnce(root);
    const report = await workspaces.index(root);

    expect(hits.map(({ filePath }) => filePath)).toEqual(['plain.md']);
    expect(report).toMatchObject({ removed: 1 });
    expect(await indexedPaths(root)).toEqual(['plain.md']);
    const forgotten = await searchOnce(root, 'wombat');
    expect(forgotten.hits).not.toContainEqual(expect.objectContaining({ filePath: 'drafts/plan.md' }));
    expect(forgotten.warnings).toEqual([]);
    const texts = [...(await bytesUnder(join(root, '.lexichord'))).entries()].filter(
      ([path]) => !path.includes('/db/'),
    );
    for (const [path, text] of texts) expect([path, text.includes('wombat')]).toEqual([path, false]);
  });

  it('does not hold a 20 MB file, and says that it left it out', async () => {
    const root = await workspaces.folder({ 'plain.md': plain, 'large.md': `${commonWord} `.repeat(2_600_000) });

    const report = await workspaces.index(root);

    expect(report.skipped).toEqual([{ filePath: 'large.md', reason: ErrorCode.fileTooLarge }]);
    expect(await indexedPaths(root)).toEqual(['plain.md']);
  });

  it.each<[string, string, string]>([
    ['one line of 900 KB', 'line.ts', `const ${commonWord} = "${'x '.repeat(450_000)}";`],
    ['nesting of 50,000 levels', 'deep.ts', `const ${commonWord} = ${'['.repeat(50_000)}${']'.repeat(50_000)};`],
    ['nested quotes of 20,000 levels', 'deep.md', `${'> '.repeat(20_000)}${commonWord}\n`],
    ['100,000 headings', 'headings.md', `# ${commonWord}\n${'#\n'.repeat(100_000)}`],
    ['special tokens and fences', 'tokens.md', `${commonWord} <|endoftext|><|im_start|>\n\`\`\`\n# no heading\n`],
    ['lone surrogates and odd line ends', 'odd.md', `${commonWord} \u0085\u2028\r\r\n\ufeff end`],
    [
      'names of the language itself',
      'proto.ts',
      `class __proto__ { constructor() { ${commonWord}(); } toString() {} }`,
    ],
  ])('takes %s as it comes', async (_what, path, content) => {
    const root = await workspaces.folder({ 'plain.md': plain, [path]: content });

    const report = await workspaces.index(root);

    // One line longer than a chunk is left out, and said to be.
    expect(report.files).toBe(2);
    expect(report.skipped.every(({ reason }) => reason === 'line-too-long')).toBe(true);
    // A line that is larger than a chunk is left out; contents() would refuse the warning about a piece of it.
    const hasHugeLine = content.split('\n').some((line) => line.length > 10_000);
    expect(await indexedPaths(root)).toEqual(hasHugeLine ? ['plain.md'] : [path, 'plain.md'].sort());
  });

  it.each([
    'line\nbreak.md',
    'escape\u001b[31m.md',
    "quote'; DROP TABLE files; --.md",
    '%_\\.md',
    '__proto__',
    'constructor.md',
    'emoji 👩‍👩‍👧.md',
    '-rf.md',
    '@ # : 1-2.md',
    `${'n'.repeat(200)}.md`,
  ])('finds, changes and removes a file named %j', async (name) => {
    const root = await workspaces.folder({ 'plain.md': plain, [`sub/${name}`]: secret });
    await workspaces.index(root);
    expect(await indexedPaths(root)).toEqual(['plain.md', `sub/${name}`]);

    await writeFile(join(root, 'sub', name), `A ${commonWord} that changed.\n`);
    await workspaces.index(root);
    const changed = await workspaces.contents(root);
    await rm(join(root, 'sub'), { recursive: true });
    await workspaces.index(root);

    expect(changed.map(({ content }) => content).sort()).toEqual([plain, `A ${commonWord} that changed.\n`].sort());
    expect(await indexedPaths(root)).toEqual(['plain.md']);
  });

  it('takes folders as deep as the file system has them', async () => {
    const deep = Array.from({ length: 300 }, () => 'd').join('/');
    const root = await workspaces.folder({ [`${deep}/plain.md`]: plain });

    await workspaces.index(root);

    expect(await indexedPaths(root)).toEqual([`${deep}/plain.md`]);
  });

  it.each([
    ['.gitignore', `${'*a'.repeat(60)}\n`],
    ['.gitignore', `${'**/'.repeat(200)}x\n`],
    ['.agentignore', `${'*a'.repeat(60)}\n`],
    ['.gitignore', 'x\n'.repeat(100_000)],
  ])('is not held up by a slow %s', async (rules, text) => {
    const root = await workspaces.folder({ [rules]: text, 'plain.md': plain, [`${'a'.repeat(220)}.md`]: plain });

    await workspaces.index(root);

    expect(await indexedPaths(root)).toContain('plain.md');
  });

  describe('whose .lexichord was made to lead elsewhere', () => {
    /** A folder outside that must stay as it is. */
    async function victim(): Promise<string> {
      return workspaces.folder({
        'precious.txt': 'precious',
        'data/a.lance': 'precious',
        '_versions/1.manifest': 'precious',
      });
    }

    it.each<[string, string, string]>([
      ['.lexichord itself', '.lexichord', ''],
      ['the tables', '.lexichord/db', ''],
      ['one table', '.lexichord/db/search-chunks.lance', ''],
      ['another table', '.lexichord/db/search-files.lance', ''],
      ['the data of a table', '.lexichord/db/search-chunks.lance/data', 'data'],
      ['the versions of a table', '.lexichord/db/search-files.lance/_versions', '_versions'],
    ])('writes nothing through a link in place of %s', async (_what, link, to) => {
      const outside = await victim();
      const root = await workspaces.folder(generatedFiles(3));
      await mkdir(join(root, link, '..'), { recursive: true });
      await symlink(join(outside, to), join(root, link));
      const before = await bytesUnder(outside);

      // It may fail, or keep the index elsewhere, or put something of its own in place of the link.
      for (const rebuild of [false, true]) await workspaces.index(root, { rebuild }).catch((error: unknown) => error);

      expect(await bytesUnder(outside)).toEqual(before);
    });

    it.each(['search-corpus.bin', 'search-files.json', '.gitignore'])(
      'writes nothing through a link in place of %s, and does not wait for a pipe there',
      async (name) => {
        const outside = await victim();
        const linked = await workspaces.folder(generatedFiles(3));
        const piped = await workspaces.folder(generatedFiles(3));
        for (const root of [linked, piped]) await mkdir(join(root, '.lexichord'));
        await symlink(join(outside, 'precious.txt'), join(linked, '.lexichord', name));
        makePipe(join(piped, '.lexichord', name));

        for (const root of [linked, piped]) {
          await workspaces.index(root);
          expect(await workspaces.contents(root)).toHaveLength(3);
        }

        expect(await readFile(join(outside, 'precious.txt'), 'utf8')).toBe('precious');
      },
    );

    it('writes nothing through links in place of the files that it writes first and renames then', async () => {
      const outside = await victim();
      const root = await workspaces.folder(generatedFiles(3));
      await mkdir(join(root, '.lexichord'));
      // Whoever made the workspace does not know the number of the process, and need not: there are few.
      for (const name of ['search-corpus.bin', 'search-files.json']) {
        await symlink(join(outside, 'precious.txt'), join(root, '.lexichord', `${name}.${process.pid}`));
      }

      await workspaces.index(root).catch((error: unknown) => error);

      expect(await readFile(join(outside, 'precious.txt'), 'utf8')).toBe('precious');
    });

    it('does not believe a ready-made index: what is shown is what the files hold', async () => {
      const theirs = await workspaces.folder({ 'plain.md': `A ${commonWord} made up.\n`, '.env.md': plain });
      await workspaces.index(theirs);
      const mine = await workspaces.copyOf(theirs);
      await writeFiles(mine, { 'plain.md': `A ${commonWord} as it is.\n` });

      await workspaces.index(mine);

      expect((await workspaces.contents(mine)).map(({ content }) => content)).toEqual([`A ${commonWord} as it is.\n`]);
    });

    it.each(['{"key":', '[]', '{"__proto__": {"polluted": 1}}', '\u0000'.repeat(100)])(
      'goes on with a broken copy of the index: %j',
      async (text) => {
        const root = await workspaces.folder(generatedFiles(3));
        await workspaces.index(root);
        for (const name of ['search-corpus.bin', 'search-files.json']) {
          await writeFile(join(root, '.lexichord', name), text);
        }

        await workspaces.index(root);

        expect(await workspaces.contents(root)).toHaveLength(3);
      },
    );
  });
});
