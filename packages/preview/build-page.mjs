/**
 * Builds the page of the panel into `page/`, which the server serves. Run after the compiler, by the set-up of a fresh
 * clone and by the tests; it does nothing when the page is current.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('.', import.meta.url));
const pageFolder = join(packageFolder, 'page');
const stampName = 'made-from.txt';

/** What the page is made of; a lockfile is where a checkout has one. */
const sources = [
  ...filesBelow(join(packageFolder, 'src')),
  ...filesBelow(join(packageFolder, '../abstractions/src')),
  join(packageFolder, '../platform/src/text/number-text.ts'),
  join(packageFolder, 'vite.config.mjs'),
  fileURLToPath(import.meta.url),
  join(packageFolder, '../../package-lock.json'),
].filter((file) => existsSync(file) && !/\.spec\.tsx?$|[\\/](?:server|hub|terminal|test-support)[\\/]/u.test(file));

const stamp = hashOf(sources);
if (!isCurrent()) await replacePage();

/** Built beside its place: a page that was cut off is never served. */
async function replacePage() {
  // Vite takes over what is there already: a test run would get another page than a build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const folder = join(packageFolder, `page.${String(process.pid)}`);
  const former = `${folder}.former`;
  const { output } = await build({
    configFile: join(packageFolder, 'vite.config.mjs'),
    root: join(packageFolder, 'src/client'),
    build: { outDir: folder },
  });
  const files = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(folder, 'third-party.json'), JSON.stringify(thirdPartyFolders(files)));
  writeFileSync(join(folder, stampName), stamp);
  // Another build may have been quicker; what it put there is the same.
  if (!isCurrent()) {
    if (existsSync(pageFolder)) renameSync(pageFolder, former);
    renameSync(folder, pageFolder);
  }
  for (const left of [folder, former]) rmSync(left, { recursive: true, force: true });
}

/** Folders of the packages of others in the page, from this one: whoever publishes it names their licences. */
function thirdPartyFolders(files) {
  const folders = files.flatMap((file) => /^[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(file) ?? []);
  return [...new Set(folders)].sort().map((folder) => relative(packageFolder, folder).split(sep).join('/'));
}

function isCurrent() {
  const file = join(pageFolder, stampName);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(packageFolder.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
