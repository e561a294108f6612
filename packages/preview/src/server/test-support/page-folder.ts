import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A page as the build leaves it, with a file beside it that must never be served. */
export interface PageFolder {
  readonly url: URL;
  remove(): Promise<void>;
}

export async function aPageFolder(): Promise<PageFolder> {
  const outer = await mkdtemp(join(tmpdir(), 'lexichord-page-'));
  await mkdir(join(outer, 'page', 'assets', 'folder'), { recursive: true });
  await writeFile(join(outer, 'secret.txt'), 'not for anybody');
  await writeFile(join(outer, 'page', 'index.html'), '<!doctype html><title>Panel</title>');
  await writeFile(join(outer, 'page', 'made-from.txt'), 'hash');
  await writeFile(join(outer, 'page', 'assets', 'main-1a2B.js'), 'start();');
  await writeFile(join(outer, 'page', 'assets', 'main.css'), 'body {}');
  await writeFile(join(outer, 'page', 'assets', 'icon.svg'), '<svg/>');
  return {
    url: pathToFileURL(join(outer, 'page/')),
    remove: () => rm(outer, { recursive: true, force: true }),
  };
}
