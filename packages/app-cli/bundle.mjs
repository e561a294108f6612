/**
 * Joins what the command line is compiled to, with the dependencies that are plain JavaScript, into a few files in
 * `bundle/`: Node needs about a millisecond for each file that it loads, and a run would load hundreds of them. Run
 * after the compiler; it does nothing when the bundle is current. `bin/lexichord.js` starts the bundle while it is
 * current and the compiled files otherwise.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

import { isBundleCurrent, madeFromName, timeOf } from './bin/bundle-state.js';

const appFolder = pathTo('.');
const bundleFolder = pathTo('bundle/');

const { dependencies, peerDependencies } = manifestOf(appFolder);

/**
 * Native, starting threads from files of their own, or asking for what need not be installed: loaded from where they are
 * installed.
 */
const external = ['@lancedb/lancedb', 'ink', 'piscina', 'react'].map(declared);

/** Files that ask for their own address; not what the bundler adds itself. */
const asksForItsAddress = { id: /^[^\0]+[\\/](?:dist|node_modules)[\\/]/u, code: 'import.meta.url' };

if (!isBundleCurrent()) replaceBundle(await bundle());

/** @returns the folder that the bundle was written to, beside its place: one that was cut off is never started. */
async function bundle() {
  const folder = pathTo(`bundle.${String(process.pid)}/`);
  const build = await rolldown({
    input: { main: pathTo('dist/main.js') },
    platform: 'node',
    external,
    // Its other build asks for its files by a name that no bundler can read.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    plugins: [{ name: 'own-address', transform: { filter: asksForItsAddress, handler: withOwnAddress } }],
    // A warning here is a module that would not be found, or not be the same, in the bundle.
    onLog: (_level, { message }) => {
      throw new TypeError(message);
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
  });
  await build.close();
  const files = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(`${folder}${madeFromName}`, JSON.stringify(timesOfSources(files)));
  writeFileSync(`${folder}third-party.json`, JSON.stringify(thirdPartyFolders(files)));
  return folder;
}

/** Another build may have been quicker; what it put there may be running already, and stays. */
function replaceBundle(folder) {
  const former = pathTo(`bundle.${String(process.pid)}.former/`);
  if (!isBundleCurrent()) {
    if (existsSync(bundleFolder)) renameSync(bundleFolder, former);
    renameSync(folder, bundleFolder);
  }
  for (const left of [folder, former]) rmSync(left, { recursive: true, force: true });
}

/**
 * A module finds its worker and its assets from its own address, and keeps that in the bundle: in this package by the
 * path, in another by how Node finds that package, wherever it is installed.
 */
function withOwnAddress(code, file) {
  return { code: code.replaceAll('import.meta.url', ownAddress(file)) };
}

function ownAddress(file) {
  if (file.startsWith(appFolder)) return `new URL(${pathFrom(bundleFolder, file)}, import.meta.url).href`;
  const name = declared(manifestOf(packageFolderOf(file)).name);
  const entry = fileURLToPath(import.meta.resolve(name));
  return `new URL(${pathFrom(dirname(entry), file)}, import.meta.resolve('${name}')).href`;
}

/** What the bundle looks up while it runs is a dependency of this package: only those does every installer put there. */
function declared(name) {
  if (name in dependencies || name in peerDependencies) return name;
  throw new TypeError(
    `The bundle needs "${name}" beside it: add it to the dependencies of the command's package.json.`,
  );
}

/** What the compiler writes at every build of a package in the bundle, this file, and what is installed. */
function timesOfSources(files) {
  const ours = files.filter((file) => !/[\\/]node_modules[\\/]|^\0/u.test(file));
  const records = [...new Set(ours.map(packageFolderOf))].sort().map((folder) => `${folder}/dist/lib.tsbuildinfo`);
  const paths = [...records, pathTo('bundle.mjs'), pathTo('../../package-lock.json')];
  return Object.fromEntries(
    paths.map((path) => JSON.parse(pathFrom(bundleFolder, path))).map((path) => [path, timeOf(path)]),
  );
}

/** Folders of the packages of others in the bundle, from this one: whoever publishes it names their licences. */
function thirdPartyFolders(files) {
  const folders = files.flatMap((file) => /^[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(file) ?? []);
  return [...new Set(folders)].sort().map((folder) => JSON.parse(pathFrom(appFolder, folder)));
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
}

function packageFolderOf(file) {
  let folder = dirname(file);
  while (!existsSync(`${folder}/package.json`)) folder = dirname(folder);
  return folder;
}

function pathTo(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** As a literal of JavaScript and JSON. */
function pathFrom(folder, file) {
  return JSON.stringify(relative(folder, file).split(sep).join('/'));
}
