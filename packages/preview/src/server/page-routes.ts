import { readFile } from 'node:fs/promises';

import { ErrorCode } from '@lexichord/abstractions';
import { errorAnswer } from '@lexichord/control/server';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';

import { renewalKeyElement } from '../protocol/renewal.js';

/** Names that the build gives to the files of the page: no folder, nothing hidden. */
const assetName = /^[\w-][\w.-]{0,199}$/u;

/** The built page, from source and build alike. */
const builtPage = new URL('../../page/', import.meta.url);

/** Folder and renewal key of the page. */
export interface PageOptions {
  /** Folder of the built page, with a slash at its end. Default: the one that comes with the package. */
  readonly pageFolder?: URL | undefined;
  /** Given to the page with its first load, and never again. */
  readonly renewalKey: () => string;
}

/** The page at `/` and its files at `/assets/<name>`. */
export function pageRoutes({ pageFolder: folder = builtPage, renewalKey }: PageOptions): Hono {
  const routes = new Hono();
  routes.get('/', async () => {
    const page = await fileOf(new URL('index.html', folder));
    return page === undefined ? notBuilt() : answerWith(withKey(page, renewalKey()), 'index.html');
  });
  routes.get('/assets/:name', async (context) => {
    const name = context.req.param('name');
    const file = assetName.test(name) ? await fileOf(new URL(`assets/${name}`, folder)) : undefined;
    return file === undefined ? context.notFound() : answerWith(file, name);
  });
  return routes;
}

/** Adds the key as an element that the page reads and removes: the content policy forbids inline scripts. */
function withKey(page: Buffer, key: string): Buffer {
  const element = `<meta name="${renewalKeyElement}" content="${key}" />`;
  return Buffer.from(page.toString('utf8').replace(/(?=<title>)/u, element));
}

/** `undefined` for a path that is no file. */
async function fileOf(url: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(url);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function answerWith(file: Buffer, name: string): Response {
  const type = getMimeType(name) ?? 'application/octet-stream';
  return new Response(new Uint8Array(file), {
    headers: { 'Content-Type': type, 'Content-Length': String(file.length) },
  });
}

function notBuilt(): Response {
  const message =
    'The page of the panel has not been built. Run "node packages/preview/build-page.mjs" in the repository, or use "lexichord preview --tui".';
  return errorAnswer(503, { code: ErrorCode.notFound, message });
}
