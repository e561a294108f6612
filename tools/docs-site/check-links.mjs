import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import { Parser } from 'htmlparser2';

/**
 * Links and images of a built site whose file is not there, or whose file has no such place. Other sites are not asked.
 *
 * @param folder of the site, absolute
 * @param isUnchecked for paths of the site that are left out
 * @returns one line for each
 */
export function checkLinks(folder, { isUnchecked = () => false } = {}) {
  const found = readdirSync(folder, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
  const checked = found.filter((path) => path.endsWith('.html')).sort();
  const pages = new Map(checked.map((path) => [path, readPage(posix.join(folder, path))]));
  const broken = [];
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const problem = problemOf(link, path, { folder, pages, isUnchecked });
      if (problem !== undefined) broken.push(`${path}: ${link}: ${problem}`);
    }
  }
  return broken;
}

function problemOf(link, path, { folder, pages, isUnchecked }) {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/iu.test(link)) return undefined;
  const { pathname, hash } = new URL(link, `https://site/${path}`);
  const target = decodeURIComponent(pathname).slice(1);
  if (isUnchecked(target)) return undefined;
  const file = [target, `${target}.html`, posix.join(target, 'index.html')].find((name) =>
    isFile(posix.join(folder, name)),
  );
  if (file === undefined) return 'there is no such file';
  const place = decodeURIComponent(hash.slice(1));
  if (place === '' || (pages.get(file)?.places.has(place) ?? true)) return undefined;
  return 'the page has no such place';
}

function readPage(path) {
  const links = new Set();
  const places = new Set();
  const parser = new Parser({
    onopentag: (name, { href, src, id }) => {
      if (name === 'a' && href !== undefined) links.add(href);
      if (name === 'img' && src !== undefined) links.add(src);
      if (id !== undefined) places.add(id);
    },
  });
  parser.end(readFileSync(path, 'utf8'));
  return { links, places };
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}
