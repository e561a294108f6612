/**
 * Which files of the repository are pages of the site, and where a link from one of them leads. Paths are from the top of
 * the repository, with slashes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

const pagePattern =
  /^(?:(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|docs\/(?:(?:guides|adr)\/)?[^/]+\.md|(?:packages|examples|benchmarks)\/(?!.*\/workspace\/)(?:.+\/)?README\.md)$/u;

const filesByRoot = new Map();

/** The files of the repository, new ones included, without those that git ignores. */
function listFiles(root) {
  if (!filesByRoot.has(root)) {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    filesByRoot.set(root, listed.toString('utf8').split('\0').filter(Boolean).sort());
  }
  return filesByRoot.get(root);
}

/** The pages, in the order of their paths. */
export function listPages(root) {
  return listFiles(root).filter((path) => pagePattern.test(path));
}

/** Where a page stands in the site: the one of a folder is what the folder's address shows. */
export function sitePathOf(page) {
  return page.replace(/(?:^|(?<=\/))README\.md$/u, 'index.md');
}

/**
 * Where a link leads in the site.
 *
 * @param href as the page has it
 * @param page that has it
 * @param root of the repository, absolute
 * @returns the address, and the file that has to be there beside the pages, if it is no page
 */
export function resolveLink(href, page, root) {
  if (/^(?:[a-z][a-z+.-]*:|\/|#|$)/iu.test(href)) return { href };
  const [, path = '', anchor = ''] = /^(?<path>[^#]*)(?<anchor>#.*)?$/u.exec(href) ?? [];
  const target = posix.normalize(posix.join(posix.dirname(page), decodeURI(path))).replace(/\/$/u, '');
  const found = pageAt(target, root);
  if (found !== undefined) return { href: `/${sitePathOf(found)}${anchor}` };
  // What is not there stays as it is, and the check of the links finds it.
  if (target.startsWith('..') || !existsSync(posix.join(root, target))) return { href };
  return { href: `/files/${target}.txt`, file: target };
}

function pageAt(target, root) {
  return [target, posix.join(target, 'README.md')].find(
    (path) => pagePattern.test(path) && listFiles(root).includes(path),
  );
}

/** What stands under `/files/`: a file as it is, and of a folder the list of what is in it. */
export function textOfFile(target, root) {
  const path = posix.join(root, target);
  if (!statSync(path).isDirectory()) return readFileSync(path);
  const listed = listFiles(root).filter((file) => file.startsWith(`${target}/`));
  return `${listed.join('\n')}\n`;
}

/** The title of a page: its first heading, without marks. */
export function titleOf(text) {
  return (/^# (?<title>.+)$/mu.exec(text)?.groups?.title ?? '').replaceAll('`', '');
}
