import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type FakeRuntime, aRuntime } from '../hub/test-support/a-runtime.js';
import { isFormerSecret, rememberSecret } from './former-secrets.js';

const secretOf = (letter: string): string => letter.repeat(43);

describe('former secrets', () => {
  let runtime: FakeRuntime;
  let file: string;

  beforeEach(() => {
    runtime = aRuntime();
    file = join(runtime.workspaceRoot, '.lexichord/serving/former-secrets.json');
  });
  afterEach(() => runtime.dispose());

  it('are known again on their port, and are nowhere in the file', async () => {
    await rememberSecret(runtime, { port: 4_747, secret: secretOf('a') });
    await rememberSecret(runtime, { port: 4_748, secret: secretOf('b') });

    expect(await isFormerSecret(runtime, { port: 4_747, secret: secretOf('a') })).toBe(true);
    expect(await isFormerSecret(runtime, { port: 4_748, secret: secretOf('b') })).toBe(true);
    expect(await isFormerSecret(runtime, { port: 4_748, secret: secretOf('a') })).toBe(false);
    expect(await isFormerSecret(runtime, { port: 4_747, secret: secretOf('c') })).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain(secretOf('a'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are few, and forgotten after a week', async () => {
    for (const letter of 'abcdefghi') await rememberSecret(runtime, { port: 1, secret: secretOf(letter) });

    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('a') })).toBe(false);
    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('b') })).toBe(true);
    runtime.clock.advance(7 * 24 * 60 * 60 * 1_000);
    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('i') })).toBe(false);
  });

  it('are not known before there were any', async () => {
    expect(await isFormerSecret(runtime, { port: 1, secret: '' })).toBe(false);
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ['that others may read', (path) => chmodSync(path, 0o640)],
    ['that is a link', (path) => moveAndLink(path)],
    ['that is no JSON', (path) => writeFileSync(path, '{')],
    ['of another form', (path) => writeFileSync(path, '{"version":1,"secrets":[{}]}')],
    ['that is huge', (path) => writeFileSync(path, ' '.repeat(1e6))],
  ];
  it.each(changes)('are not taken from a file %s, and begin anew', async (_what, change) => {
    await rememberSecret(runtime, { port: 1, secret: secretOf('a') });
    change(file);

    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('a') })).toBe(false);
    await rememberSecret(runtime, { port: 1, secret: secretOf('b') });
    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('b') })).toBe(true);
  });

  it('are not kept behind a link in place of the folder', async () => {
    const elsewhere = join(runtime.workspaceRoot, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(runtime.workspaceRoot, '.lexichord'));
    symlinkSync(elsewhere, join(runtime.workspaceRoot, '.lexichord/serving'));

    await expect(rememberSecret(runtime, { port: 1, secret: secretOf('a') })).rejects.toMatchObject({
      code: 'io-failed',
    });
    expect(await isFormerSecret(runtime, { port: 1, secret: secretOf('a') })).toBe(false);
  });

  function moveAndLink(path: string): void {
    const target = `${path}.real`;
    writeFileSync(target, readFileSync(path), { mode: 0o600 });
    unlinkSync(path);
    symlinkSync(target, path);
  }
});
