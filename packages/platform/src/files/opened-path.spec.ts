import {
  closeSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openedPath } from './opened-path.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('openedPath', () => {
  let folder: string;
  let descriptor: number;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-opened-')));
    writeFileSync(join(folder, 'a.md'), 'text');
    symlinkSync('a.md', join(folder, 'link.md'));
    descriptor = openSync(join(folder, 'link.md'), 'r');
  });

  afterEach(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  it('is where a link led, whatever the link leads to by now', () => {
    writeFileSync(join(folder, 'b.md'), '');
    rmSync(join(folder, 'link.md'));
    symlinkSync('b.md', join(folder, 'link.md'));

    expect(openedPath(descriptor)).toBe(join(folder, 'a.md'));
  });

  it('follows the file when it is renamed, and keeps its path when it is removed', () => {
    renameSync(join(folder, 'a.md'), join(folder, 'c.md'));
    const renamed = openedPath(descriptor);
    rmSync(join(folder, 'c.md'));

    expect([renamed, openedPath(descriptor)]).toEqual([join(folder, 'c.md'), join(folder, 'c.md')]);
  });
});
