import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContextSource, IContextPacker, IIndexService, packingBudgetOf } from '@lexichord/abstractions';

import { HostilePacks, expectTrueLines } from './test-support/hostile-packs.js';
import { commonWord, IndexedWorkspaces } from './test-support/indexed-workspace.js';

/** In files that nobody may see. */
const canary = 'xylophonecanary';
const hidden = `The ${commonWord} of ${canary}.\n`;
const plain = `The ${commonWord} for everybody.\n`;

describe('packing a workspace whose names lead elsewhere', () => {
  const packs = new HostilePacks();
  let root: string;
  let outside: string;
  let pipe: string;

  beforeAll(async () => {
    outside = await packs.outside({ 'secret.md': hidden, 'folder/inner.md': hidden });
    root = await packs.repository({
      'src/plain.md': plain,
      '.env': hidden,
      'deploy/.env.production': hidden,
      'keys/id_rsa': hidden,
      'keys/server.pem': hidden,
      'credentials.json': `{"${commonWord}": "${canary}"}`,
      'appsettings.Local.json': `{"${commonWord}": "${canary}"}`,
      'drafts/plan.md': hidden,
      '.agentignore': 'drafts/\n',
      'vendor/.git/notes.md': hidden,
    });
    await symlink(join(outside, 'secret.md'), join(root, 'linked-file.md'));
    await symlink(join(outside, 'folder'), join(root, 'linked-folder'));
    await symlink('../.env', join(root, 'src/linked-env.md'));
    await symlink('loop', join(root, 'loop'));
    await symlink('.', join(root, 'src/circle'));
    await symlink('/dev/zero', join(root, 'endless.md'));
    pipe = join(root, 'pipe.md');
    execFileSync('mkfifo', [pipe]);
    await writeFile(join(root, '.git/notes.md'), hidden);
  });

  afterAll(async () => {
    // Whoever waits for a pipe would keep this process alive.
    await (await open(pipe, constants.O_RDWR | constants.O_NONBLOCK)).close();
    await packs.dispose();
  });

  /** Every way to name a file that we could think of, none of which may be read. */
  const refused = (): readonly string[] => [
    ...['../outside/secret.md', 'src/../../outside.md', './/..//..//etc/passwd', '../../../../../../../../etc/passwd'],
    ...[join(outside, 'secret.md'), `${root}/../${outside.split('/').at(-1) ?? ''}/secret.md`, `${root}x/secret.md`],
    ...[
      '/etc/passwd',
      '//etc/passwd',
      '/proc/self/environ',
      '/dev/zero',
      '~/.ssh/id_rsa',
      `file://${outside}/secret.md`,
    ],
    ...[
      '..\\secret.md',
      '..\\..\\etc\\passwd',
      'src\\..\\..\\secret.md',
      'C:\\Windows\\win.ini',
      '\\\\?\\C:\\x',
      '\\\\host\\x',
    ],
    ...['%2e%2e/secret.md', '..%2fsecret.md', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..%c0%afsecret.md', '․․/secret.md'],
    ...['src/plain.md\0', '\0/etc/passwd', 'src/plain.md\0../../etc/passwd', 'src/plain.md/../../../etc/passwd'],
    ...['linked-file.md', 'linked-folder/inner.md', 'src/linked-env.md', 'loop', 'loop/a', 'endless.md', 'pipe.md'],
    ...['.env', 'deploy/.env.production', '.ENV', 'src/../.env', 'src/circle/../../.env', '.env ', '.env.'],
    ...['keys/id_rsa', 'keys/server.pem', 'credentials.json', 'appsettings.Local.json', 'drafts/plan.md'],
    ...['.git/config', '.git/notes.md', 'vendor/.git/notes.md', '.GIT/config'],
    ...[
      '',
      ' ',
      '.',
      './',
      'src',
      'src/',
      '/',
      root,
      'gone.md',
      '__proto__',
      'constructor',
      '-',
      '\u202e.md',
      '\ud800',
    ],
  ];

  it('T-016 AC-020: reads none of them as an open file or a reference, and names each', async () => {
    const names = refused();
    const { packed, told, stored } = await packs.pack(root, {
      task: commonWord,
      openFiles: [...names, 'src/plain.md'],
      references: names,
    });

    expect(packed.rejectedSources.map(({ filePath }) => filePath)).toEqual([...names, ...names]);
    const reasons = new Set(packed.rejectedSources.map(({ reason }) => reason));
    expect([...reasons].sort()).toEqual(['invalid-argument', 'not-found', 'path-denied']);
    expect(packed.partial).toBe(false);
    expect(packed.includedChunks.map(({ filePath }) => filePath)).toContain('src/plain.md');
    expect(`${told}${stored}`).not.toContain(canary);
    expect(`${told}${packed.content}`).not.toContain('root:x:');
    await expectTrueLines(packed, root);
  });

  it('T-016 threat 4: reads none of them because a task or the output of a tool names it', async () => {
    // With a NUL in it an output is no text.
    const names = refused().filter((name) => !name.includes('\0'));
    const trace = names.flatMap((name) => [
      `    at run (${name}:1:1)`,
      `  File "${name}", line 1`,
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,1 @@\n+x`,
    ]);
    const { packed, told, stored, log } = await packs.pack(root, {
      task: `why does src/plain.md fail: ${names.join(' ')}`,
      toolOutputs: [
        { name: '../../etc/passwd', text: trace.join('\n') },
        { name: `${outside}/secret.md`, text: 'src/plain.md:1: failed' },
        { name: 'a\0b\n### x (lines 1-1)', text: 'failed' },
      ],
    });

    expect(packed.rejectedSources).toEqual([]);
    expect(packed.includedChunks.map(({ filePath }) => filePath)).toContain('src/plain.md');
    for (const { filePath } of [...packed.includedChunks, ...packed.excludedChunks]) {
      expect(filePath).toMatch(/^(?:src\/plain\.md|\.agentignore|tool:[A-Za-z0-9_.-]+)$/u);
    }
    expect(`${told}${stored}`).not.toContain(canary);
    // To be named is no attempt to be read; only where a link leads is found out by following it.
    const refusals = log.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields['path']);
    expect(refusals).toEqual(['linked-file.md', 'linked-folder/inner.md', 'src/linked-env.md', 'endless.md']);
  });

  it('T-016 AC-145: takes no text for the text of a file that it may not read', async () => {
    const workspaces = new IndexedWorkspaces();
    const runtime = await workspaces.open(root);
    const sources = refused()
      .filter((filePath) => filePath.trim() !== '')
      .flatMap((filePath): ContextSource[] => [
        { sourceType: 'search-result', filePath, content: hidden },
        { sourceType: 'tool-result', filePath, content: hidden, lineRange: { startLine: 1, endLine: 1 } },
      ]);

    const packed = await runtime.resolve(IContextPacker).pack(sources, packingBudgetOf(9_000), { task: commonWord });
    await runtime.dispose();
    await workspaces.dispose();

    expect([packed.content, packed.includedChunks, packed.rejectedSources.length]).toEqual(['', [], sources.length]);
    expect(JSON.stringify(packed)).not.toContain(canary);
  });

  it('DESIGN §9: a template is a file like any other', async () => {
    await mkdir(join(root, 'templates'), { recursive: true });
    await symlink(join(outside, 'secret.md'), join(root, 'templates/mine.mustache'));

    for (const template of ['.env', 'templates/mine.mustache']) {
      const configuration = { context: { formatting: { template: join(root, template) } } };
      await expect(packs.pack(root, { task: commonWord, configuration })).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:path-denied|not-found|invalid-argument|invalid-configuration)$/u) as string,
      });
    }
  });

  it('the index of it is updated without them as well', async () => {
    const workspaces = new IndexedWorkspaces();
    const runtime = await workspaces.open(root);
    const report = await runtime.resolve(IIndexService).update({ rebuild: true });
    await runtime.dispose();
    await workspaces.dispose();

    expect([report.files, report.skipped]).toEqual([2, []]);
  });
});
