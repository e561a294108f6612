import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the builds of a bundle and of a page: folders of the packages whose code is joined into them. */
const contentsFiles = ['bundle/third-party.json', 'page/third-party.json'];

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu;

/**
 * The licences of what a published package has of others inside it, in Markdown. Dependencies that are installed beside
 * it come with their own.
 *
 * @param folder of the package
 * @param bundled packages that are put inside it, with their folders
 * @param joined folders of packages whose code was joined into its files
 * @returns `undefined` when everything in it is its own
 */
export function thirdPartyNotices(folder, bundled, joined = []) {
  const outside = bundled.filter(({ name }) => !name.startsWith('@lexichord/')).map(({ folder: from }) => from);
  const parts = [...new Set([...joinedInto(folder), ...outside, ...joined])].map(noticeOf);
  if (parts.length === 0) return undefined;
  const sorted = parts.sort(({ title: a }, { title: b }) => (a < b ? -1 : 1));
  const sections = sorted.map(({ title, license, text }) => `## ${title}\n\nLicence: ${license}\n\n${fenced(text)}`);
  return `# Third-party notices\n\nThis package contains code of the following packages.\n\n${sections.join('\n\n')}\n`;
}

function joinedInto(folder) {
  return contentsFiles
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
    .map((path) => join(folder, path));
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (license === undefined && texts.length === 0) throw new TypeError(`${name} names no licence.`);
  return { title: `${name} ${version}`, license: license ?? 'see the text', text: texts.join('\n\n') };
}

/** As it is, whatever marks are in it. */
function fenced(text) {
  if (text === '') return 'The package has no text of its licence.';
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/gu)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
