import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isPrivate } from './warm-folder.js';
import { closeToOthers, createAddress, isTrustworthy, removeLeftSocket, removeOwnFolder } from './warm-socket.js';

describe('the address of a warm process', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexichord-socket-spec-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe('on Windows', () => {
    it('is a pipe with a random name, for which nothing is made', async () => {
      const long = join(folder, 'n'.repeat(120));
      const addresses = [await createAddress(folder, 'win32'), await createAddress(long, 'win32')];

      for (const address of addresses) expect(address).toMatch(/^\\\\\.\\pipe\\lexichord-[A-Za-z0-9_-]{43}$/u);
      expect(new Set(addresses).size).toBe(2);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('is trusted by its name, which only the record has', async () => {
      expect(isTrustworthy(await createAddress(folder, 'win32'), 'win32')).toBe(true);
    });

    it('has no permissions, nor is there anything to remove', async () => {
      const own = join(folder, 'own');
      mkdirSync(own);
      const address = join(own, 'file');
      writeFileSync(address, '', { mode: 0o644 });

      await closeToOthers(address, 'win32');
      await removeLeftSocket({ address, folder }, 'win32');
      await removeOwnFolder({ address, folder }, 'win32');

      expect(statSync(address).mode & 0o777).toBe(0o644);
    });

    it('has a record in a folder whose permissions say nothing', () => {
      const open = join(folder, 'open');
      mkdirSync(open, { mode: 0o755 });

      expect([isPrivate(open, 'folder', 'win32'), isPrivate(open, 'file', 'win32')]).toEqual([true, false]);
      expect(isPrivate(open, 'folder')).toBe(false);
    });
  });

  it('is a socket elsewhere, with permissions that count', async () => {
    const address = await createAddress(folder, 'linux');
    writeFileSync(address, '', { mode: 0o644 });

    await closeToOthers(address, 'linux');
    expect(statSync(address).mode & 0o777).toBe(0o600);
    expect(isTrustworthy(address, 'linux')).toBe(false);
    await removeLeftSocket({ address, folder }, 'linux');

    expect(existsSync(address)).toBe(false);
    expect(existsSync(folder)).toBe(true);
  });
});
