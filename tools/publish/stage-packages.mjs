/**
 * Writes each package as it is published to a folder of its own: its files, a manifest without what only the workspace
 * needs, and inside of it the packages of `bundled-packages.mjs`. Run after the build:
 *
 *     node tools/publish/stage-packages.mjs [--out FOLDER] [--repository ADDRESS]
 *
 * FOLDER is `dist/packages` if not given. `npm publish` and `npm pack` are run in the folders.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

import { bundledPackagesOf, fileFilterOf, joinedPackagesOf } from './bundled-packages.mjs';
import { joinDependencies } from './join-dependencies.mjs';
import { bundledManifest, noticesFile, publishedManifest } from './published-manifest.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = join(root, 'packages');

const { values } = parseArgs({ options: { out: { type: 'string' }, repository: { type: 'string' } } });
const out = resolve(values.out ?? join(root, 'dist/packages'));

rmSync(out, { recursive: true, force: true });
for (const folder of readdirSync(packages).sort()) {
  if (existsSync(join(packages, folder, 'package.json'))) await stage(folder);
}

/** @param folder name of the package's folder */
async function stage(folder) {
  const source = join(packages, folder);
  const manifest = manifestIn(source);
  const staged = join(out, folder);
  unpack(source, staged);
  const bundled = bundledPackagesOf(manifest.name).map((name) => ({ name, folder: folderOf(name, source) }));
  for (const { name, folder: from } of bundled) await putInside(name, from, join(staged, 'node_modules', name));
  const joined = joinedPackagesOf(manifest.name);
  const joinedFolders = joined.length === 0 ? [] : await joinDependencies(source, staged, joined);
  const published = publishedManifest(manifest, {
    folder: `packages/${folder}`,
    joined,
    bundled: bundled.map(({ folder: from }) => manifestIn(from)),
    repository: values.repository,
  });
  writeJson(join(staged, 'package.json'), published);
  const notices = thirdPartyNotices(source, bundled, joinedFolders);
  if (notices !== undefined) writeFileSync(join(staged, noticesFile), notices);
  cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
}

/** The files that npm takes, without source maps, whose sources are not published. */
function unpack(source, target) {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: source, encoding: 'utf8' });
  const [{ files }] = JSON.parse(listed);
  const taken = files.map(({ path }) => path).filter((path) => !/\.(?:map|tsbuildinfo)$/u.test(path));
  for (const path of taken) copyFile(join(source, path), join(target, path));
}

async function putInside(name, from, target) {
  const takes = await fileFilterOf(name, join(packages, 'chunker/dist/languages'));
  const { files } = manifestIn(from);
  const roots = name.startsWith('@lexichord/') ? [...files, 'package.json'] : readdirSync(from);
  for (const entry of roots.filter((path) => path !== 'node_modules')) {
    const filter = (path) => takes(relative(from, path).split(sep).join('/'));
    if (existsSync(join(from, entry))) cpSync(join(from, entry), join(target, entry), { recursive: true, filter });
  }
  if (name === 'tree-sitter-wasms') compressGrammars(join(target, 'out'));
  writeJson(join(target, 'package.json'), bundledManifest(manifestIn(from)));
}

/** Most of a grammar is tables of small numbers: compressed, all of them take a tenth of the disk. */
function compressGrammars(folder) {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    rmSync(path);
  }
}

function folderOf(name, from) {
  const require = createRequire(join(from, 'package.json'));
  for (const place of require.resolve.paths(name) ?? []) {
    if (existsSync(join(place, name, 'package.json'))) return join(place, name);
  }
  throw new TypeError(`${name} is not installed for ${from}.`);
}

function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
