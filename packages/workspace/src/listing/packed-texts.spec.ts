import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PackedTexts, rememberPackedText } from './packed-texts.js';

describe('packed texts', () => {
  let state: string;

  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'lexichord-packed-'));
  });
  afterEach(() => rm(state, { recursive: true, force: true }));

  async function isPacked(content: string): Promise<boolean> {
    const path = join(state, 'out.md');
    await writeFile(path, content);
    return (await PackedTexts.read(state)).isHeldBy({ path, sizeBytes: Buffer.byteLength(content) });
  }

  it('are known again by what they are, and by nothing else', async () => {
    expect(await isPacked('### a.ts\n')).toBe(false);
    await rememberPackedText(state, '### a.ts\n');
    await rememberPackedText(state, '### ü.ts\n');
    await rememberPackedText(state, '');

    expect(await isPacked('### a.ts\n')).toBe(true);
    expect(await isPacked('### ü.ts\n')).toBe(true);
    expect(await isPacked('### b.ts\n')).toBe(false);
    expect(await isPacked('### a.ts\n\n')).toBe(false);
    expect(await isPacked('')).toBe(false);
  });

  it('leave nothing behind that tells them', async () => {
    await rememberPackedText(state, 'secret');

    const [name, ...others] = await readdir(join(state, 'packed-texts'));
    expect([name, others]).toEqual([expect.stringMatching(/^[0-9a-f]{64}-6$/u), []]);
  });

  it('are forgotten when there are too many, the oldest first', async () => {
    await mkdir(join(state, 'packed-texts'));
    for (let at = 0; at < 1_000; at += 1) {
      await writeFile(join(state, 'packed-texts', `${at.toString(16).padStart(64, '0')}-1`), '');
    }
    await rememberPackedText(state, 'new');

    expect(await readdir(join(state, 'packed-texts'))).toHaveLength(900);
    expect(await isPacked('new')).toBe(true);
  });

  it('are neither read nor written through a link', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'lexichord-elsewhere-'));
    await rememberPackedText(elsewhere, 'text');
    await symlink(join(elsewhere, 'packed-texts'), join(state, 'packed-texts'));

    await rememberPackedText(state, 'other');

    expect(await isPacked('text')).toBe(false);
    expect(await readdir(join(elsewhere, 'packed-texts'))).toHaveLength(1);
    await rm(elsewhere, { recursive: true });
  });

  it('are none where there is no such folder, or names in it mean nothing', async () => {
    await writeFile(join(state, 'packed-texts'), '');
    expect(await isPacked('text')).toBe(false);

    await rm(join(state, 'packed-texts'));
    await mkdir(join(state, 'packed-texts', '__proto__-4'), { recursive: true });
    expect(await isPacked('text')).toBe(false);
  });

  it('may be remembered by several at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => rememberPackedText(state, `text ${at % 5}`)));

    expect(await readdir(join(state, 'packed-texts'))).toHaveLength(5);
  });
});
