import { execFileSync } from 'node:child_process';
import { closeSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLexichordError } from '@lexichord/abstractions';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { workspaceOptionsSchema } from '../workspace-options.js';
import { openGuardedFile } from './open-guarded-file.js';
import { WorkspaceGuard } from './workspace-guard.js';

describe('WorkspaceGuard', () => {
  let parent: string;
  let root: string;
  let logger: RecordingLogger;

  beforeEach(async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-guard-')));
    root = join(parent, 'work');
    await mkdir(root);
    logger = new RecordingLogger();
  });

  afterEach(() => rm(parent, { recursive: true, force: true }));

  const guardWith = (options: object = {}): WorkspaceGuard =>
    new WorkspaceGuard(parseOptions(workspaceOptionsSchema, { root, ...options }, 'options'), logger);

  const write = async (path: string, content = 'text'): Promise<void> => {
    const absolutePath = join(root, path);
    await mkdir(join(absolutePath, '..'), { recursive: true });
    await writeFile(absolutePath, content);
  };

  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const outcome: unknown = await work.then(
      () => 'allowed',
      (error: unknown) => error,
    );
    return isLexichordError(outcome) ? outcome.code : String(outcome);
  };

  it('gives the path relative to the root, with size and time', async () => {
    await write('docs/intro.md', 'four');
    const { mtimeMs } = await stat(join(root, 'docs/intro.md'));
    const guard = guardWith();

    const expected = {
      relativePath: 'docs/intro.md',
      absolutePath: join(root, 'docs/intro.md'),
      sizeBytes: 4,
      modifiedMs: Math.floor(mtimeMs),
    };
    for (const path of ['docs/intro.md', './docs//intro.md', 'docs/../docs/intro.md', join(root, 'docs/intro.md')]) {
      expect(await guard.check(path)).toEqual(expected);
    }
    expect(logger.lines).toEqual([]);
  });

  it.each([
    ['AC-021', '../../etc/passwd'],
    ['AC-021', '..'],
    ['AC-021', 'docs/../../outside.md'],
    ['AC-022', '/etc/passwd'],
    ['AC-022', '/etc/there-is-no-such-file'],
    ['AC-021', '..\\..\\etc\\passwd'],
    ['AC-021', 'docs\\..\\..\\outside.md'],
    ['AC-022', 'C:\\Windows\\win.ini'],
    ['AC-022', 'c:/Windows/win.ini'],
    ['AC-022', '\\\\server\\share\\file.md'],
    ['threat 4', 'notes.md\0.png'],
  ])('T-016 %s: refuses %j, and does not tell whether it exists', async (_id, path) => {
    const error: unknown = await guardWith()
      .check(path)
      .catch((reason: unknown) => reason);

    expect(isLexichordError(error) && error.code).toBe('path-denied');
    expect((error as Error).name).toBe('PathDeniedError');
  });

  it('T-016 AC-022: a folder whose name begins like the root is not inside it', async () => {
    await mkdir(`${root}-evil`);
    await writeFile(`${root}-evil/a.md`, 'x');

    expect(await codeOf(guardWith().check(`${root}-evil/a.md`))).toBe('path-denied');
    expect(await codeOf(guardWith().check('../work-evil/a.md'))).toBe('path-denied');
  });

  it.each([
    ['AC-023', '.env'],
    ['AC-023', 'config/.ENV.local'],
    ['AC-023', 'production.env'],
    ['AC-023', '.env/inside.md'],
    ['AC-024', '.git/config'],
    ['AC-024', 'vendor/lib/.GIT/hooks/a.md'],
    ['AC-025', 'id_rsa'],
    ['AC-025', 'keys/id_ed25519.pub'],
    ['AC-025', 'deploy.id_rsa.bak'],
    ['AC-025', 'tls/server.pem'],
    ['AC-025', '.ssh/known_hosts'],
    ['AC-026', 'credentials.json'],
    ['AC-026', 'credentials.json~'],
    ['AC-026', '.credentials.json.swp'],
    ['AC-023', '.env.swp'],
    ['AC-023', '.env.production.swo'],
    ['AC-025', '.id_rsa.swp'],
    ['AC-026', 'home/.aws/credentials'],
    ['AC-026', 'home/.docker/config.json'],
    ['threat 4', 'appsettings.json'],
    ['threat 4', 'src/AppSettings.Production.json'],
    ['threat 4', '.npmrc'],
    ['threat 4', 'k8s/db-secrets.yaml'],
    ['threat 4', 'secrets.production.json'],
    ['threat 4', 'infra/terraform.tfstate.backup'],
    ['threat 4', '.env::$DATA'],
    ['threat 4', '.env. '],
    ['threat 4', '．ｅｎｖ'],
    ['threat 4', '.e\u200bnv'],
    ['threat 4', 'a\\.git\\config'],
    ['threat 4', '.lexichord/serving/4711-7331.json'],
    ['threat 4', '.lexichord.aside-1/db/notes.lance'],
  ])('T-016 %s: refuses %j before it looks at the disk', async (_, path) => {
    const guard = guardWith();

    expect(await codeOf(guard.check(path))).toBe('path-denied');
    expect(guard.isDenied(path)).toBe(true);
  });

  it.each([
    'README.md',
    '.gitignore',
    '.github/workflows/ci.yml',
    'src/environment.ts',
    'src/env.ts',
    'src/secrets.py',
    'src/secret.go',
    'docs/secrets.md',
    'src/credentials/provider.ts',
    'config.json',
    'docker/config.json',
    'src/key.ts',
    'valid_rsa.ts',
    'tls/server.crt',
    'settings.json',
    'my.envelope.ts',
    '..data/a.md',
  ])('reads %j', async (path) => {
    await write(path);
    const guard = guardWith();

    expect(await codeOf(guard.check(path))).toBe('allowed');
    expect(guard.isDenied(path)).toBe(false);
  });

  it('judges a link by where it leads', async () => {
    await write('.env', 'KEY=1');
    await write('docs/target.md');
    await writeFile(join(parent, 'outside.md'), 'x');
    await symlink('.env', join(root, 'notes.md'));
    await symlink('../outside.md', join(root, 'link.md'));
    await symlink('..', join(root, 'up'));
    await symlink('docs', join(root, 'handbook'));
    const guard = guardWith();

    expect(await codeOf(guard.check('notes.md'))).toBe('path-denied');
    expect(await codeOf(guard.check('link.md'))).toBe('path-denied');
    expect(await codeOf(guard.check('up/outside.md'))).toBe('path-denied');
    expect((await guard.check('handbook/target.md')).relativePath).toBe('docs/target.md');
  });

  it('knows a root that is a link, by both its names and through links to it', async () => {
    await write('a.md');
    await symlink(root, join(parent, 'alias'));
    await symlink(root, join(parent, 'other-alias'));
    const guard = guardWith({ root: join(parent, 'alias') });

    expect(guard.root).toBe(root);
    for (const folder of [root, join(parent, 'alias'), join(parent, 'other-alias')]) {
      expect((await guard.check(join(folder, 'a.md'))).relativePath).toBe('a.md');
    }
  });

  it('T-016 AC-027: says not-found for what is not there', async () => {
    await write('a.md');
    await symlink('nowhere.md', join(root, 'dangling.md'));
    const guard = guardWith();

    for (const path of ['missing.md', 'no/such/folder.md', 'a.md/below', 'dangling.md']) {
      expect(await codeOf(guard.check(path))).toBe('not-found');
    }
    expect(await codeOf(guardWith({ root: join(parent, 'gone') }).check('a.md'))).toBe('not-found');
    expect(logger.lines).toEqual([]);
  });

  it('refuses what is not a regular file, a circle of links and an endless name', async () => {
    await mkdir(join(root, 'docs'));
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    await symlink('circle.md', join(root, 'circle.md'));
    const guard = guardWith();

    for (const path of ['docs', '', '.', 'pipe.md', 'circle.md', 'x'.repeat(5_000)]) {
      expect(await codeOf(guard.check(path))).toBe('invalid-argument');
    }
  });

  it('refuses a file above the size limit and takes one at it', async () => {
    await write('exact.md', '12345');
    await write('large.md', '123456');
    const guard = guardWith({ maxFileSizeBytes: 5 });

    expect(await codeOf(guard.check('exact.md'))).toBe('allowed');
    expect(await codeOf(guard.check('large.md'))).toBe('file-too-large');
  });

  it('T-016 AC-029: logs a denial once, at Error level, with path and reason only', async () => {
    await write('.env', 'PASSWORD=hunter2');

    await guardWith()
      .check('.env')
      .catch(() => undefined);

    expect(logger.lines).toEqual([
      {
        level: 'error',
        source: 'WorkspaceGuard',
        template: 'Refused to read {path}: {reason}',
        fields: {
          path: '.env',
          reason: 'environment files hold secrets, and no setting can allow it; name another file',
        },
        error: undefined,
      },
    ]);
  });

  it('lets no file name drive a terminal', async () => {
    const error: unknown = await guardWith()
      .check('\u001b[2J\u202e/../../x\n')
      .catch((reason: unknown) => reason);

    expect((error as Error).message).toContain('\\u{1b}[2J\\u{202e}/../../x\\u{a}');
    expect(logger.lines[0]?.fields['path']).toBe('\\u{1b}[2J\\u{202e}/../../x\\u{a}');
  });

  it('takes further patterns from the options', () => {
    const guard = guardWith({ deny: ['*.Draft', 'private/', '/internal/**', 'docs/*/raw.md'] });

    const denied = ['a.draft', 'x/b.DRAFT', 'deep/private/a.md', 'internal/x/y.md', 'docs/v1/raw.md'];
    const allowed = ['a.drafts', 'docs/internal/x.md', 'docs/raw.md', 'docs/v1/v2/raw.md'];
    expect(denied.filter((path) => !guard.isDenied(path))).toEqual([]);
    expect(allowed.filter((path) => guard.isDenied(path))).toEqual([]);
  });

  it.each(['!keep.md', '', 'a(b)*', '*a*a*a*a*b', '**/a/**/a/**/a/**/b'])('refuses the pattern %j', (pattern) => {
    expect(() => guardWith({ deny: [pattern] })).toThrow('deny pattern');
  });

  it('.agentignore adds denials, lifts none, and is read again when it changes', async () => {
    await write('notes/a.md');
    await write('notes/keep.md');
    await write('.agentignore', '# ours\r\nnotes/*\r\n!notes/keep.md\r\n!.env\r\n!*.draft\r\nprivate/\r\n');
    const guard = guardWith({ deny: ['*.draft'] });

    expect(guard.isDenied('notes/a.md')).toBe(true);
    expect(await codeOf(guard.check('notes/a.md'))).toBe('path-denied');
    expect(await codeOf(guard.check('notes/keep.md'))).toBe('allowed');
    expect(['.env', 'a.draft', 'private/a.md', 'private/', '../a.md'].map((path) => guard.isDenied(path))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);

    await write('.agentignore', '*.keep\n');
    expect(await codeOf(guard.check('notes/a.md'))).toBe('allowed');

    await rm(join(root, '.agentignore'));
    await write('b.keep');
    expect(await codeOf(guard.check('b.keep'))).toBe('allowed');
  });

  it('sees a line of .agentignore that is written while other files are looked at', async () => {
    await write('a.md');
    const guard = guardWith();
    for (let turn = 0; turn < 20; turn += 1) {
      await rm(join(root, '.agentignore'), { force: true });
      const earlier = Array.from({ length: 8 }, () => codeOf(guard.check('a.md')));
      for (let microtasks = 0; microtasks < turn; microtasks += 1) await Promise.resolve();
      writeFileSync(join(root, '.agentignore'), 'a.md\n');

      expect(await codeOf(guard.check('a.md'))).toBe('path-denied');
      await Promise.all(earlier);
    }
  });

  it('a line of .agentignore that could take minutes to match denies more and answers at once', async () => {
    await write('.agentignore', `${'*a'.repeat(30)}b.md\n!*a*a*a*a*c.md\n${'**/a/'.repeat(8)}b\n`);
    const guard = guardWith();

    expect(guard.isDenied(`${'a'.repeat(200)}.md`)).toBe(false);
    expect(guard.isDenied(`${'a'.repeat(200)}b.md`)).toBe(true);
  });

  it('reads no .agentignore elsewhere, and nothing beside it, and follows one that stays inside', async () => {
    await write('rules/shared', 'a.md\n');
    await write('a.md', 'a');
    await symlink('rules/shared', join(root, '.agentignore'));
    const guard = guardWith();

    expect(guard.isDenied('a.md')).toBe(true);

    await rm(join(root, '.agentignore'));
    await writeFile(join(parent, 'outside.md'), 'x');
    await symlink('../outside.md', join(root, '.agentignore'));
    expect(() => guardWith().isDenied('a.md')).toThrow('a link to a file outside the workspace');
  });

  it('waits for nobody who would write to a pipe in place of .agentignore', async () => {
    await write('a.md', 'a');
    execFileSync('mkfifo', [join(root, '.agentignore')]);

    expect(() => guardWith().isDenied('a.md')).toThrow('must be a regular file');
  });

  it('reads nothing while .agentignore cannot be read', async () => {
    await write('a.md');
    await mkdir(join(root, '.agentignore'));

    const guard = guardWith();
    expect(await Promise.all([1, 2, 3].map(() => codeOf(guard.check('a.md'))))).toEqual(
      Array(3).fill('invalid-configuration'),
    );
    expect(() => guardWith().isDenied('a.md')).toThrow('.agentignore');

    await rm(join(root, '.agentignore'), { recursive: true });
    expect(await codeOf(guard.check('a.md'))).toBe('allowed');
  });

  it('rejects with the reason of a signal that was aborted', async () => {
    await write('a.md');

    expect(await codeOf(guardWith().check('a.md', { signal: AbortSignal.abort('stop') }))).toBe('stop');
  });

  it('opens only what was checked', async () => {
    await write('a.md');
    await write('docs/b.md');
    await write('.env', 'KEY=1');
    const guard = guardWith();
    const any = { maxSizeBytes: Infinity };
    const file = await guard.checkFile('a.md', any);
    const inFolder = await guard.checkFile('docs/b.md', any);
    const opened = openGuardedFile(file, guard);
    if (opened !== undefined) closeSync(opened.descriptor);
    expect(opened?.sizeBytes).toBe(4);

    await rm(join(root, 'a.md'));
    await symlink('.env', join(root, 'a.md'));
    expect(openGuardedFile(file, guard)).toBeUndefined();

    await rm(join(root, 'a.md'));
    await write('a.md', 'another file');
    await utimes(join(root, 'a.md'), 0, 0);
    await write('z.md');
    expect(openGuardedFile({ ...file, fileId: 'another' }, guard)).toBeUndefined();

    await mkdir(join(root, 'hidden'));
    await writeFile(join(root, 'hidden/b.md'), 'x');
    await rm(join(root, 'docs'), { recursive: true });
    await symlink('hidden', join(root, 'docs'));
    expect(openGuardedFile(inFolder, guard)).toBeUndefined();

    await rm(join(root, 'a.md'));
    expect(() => openGuardedFile(file, guard)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);

    execFileSync('mkfifo', [join(root, 'a.md')]);
    expect(openGuardedFile(file, guard)).toBeUndefined();
  });

  it('says io-failed for a file without permission', async () => {
    await write('locked/a.md');
    const guard = guardWith();
    const file = await guard.checkFile('locked/a.md', { maxSizeBytes: 10 });
    await chmod(join(root, 'locked/a.md'), 0);

    // The superuser may read everything.
    const expected = process.getuid?.() === 0 ? 'allowed' : 'io-failed';
    const work = new Promise<void>((resolve) => {
      closeSync(openGuardedFile(file, guard)?.descriptor ?? -1);
      resolve();
    });
    expect(await codeOf(work)).toBe(expected);
  });
});
