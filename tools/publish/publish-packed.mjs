/**
 * Publishes packages as `npm pack` wrote them, byte for byte, and nothing unless there is one file for each package of
 * the workspace, in its version. It needs Node and npm, and no installed package:
 *
 *     node tools/publish/publish-packed.mjs [--packed FOLDER] [--packages FOLDER] [--provenance]
 *
 * FOLDER is `dist/packed` and `packages` if not given. With `--provenance`, npm proves where it runs, which it can in a
 * build service alone. What the registry has already, from an earlier start that failed, is not published again.
 */
import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folderOption = { type: 'string' };
const { values } = parseArgs({
  options: { packed: folderOption, packages: folderOption, provenance: { type: 'boolean', default: false } },
});
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/u, '');

const packed = packedFiles(resolve(values.packed ?? join(root, 'dist/packed')));
requirePackages(packed, resolve(values.packages ?? join(root, 'packages')));
for (const file of dependenciesFirst(packed)) await publish(file);

function packedFiles(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return files.sort().map((name) => {
    const path = join(folder, name);
    const text = execFileSync('tar', ['--extract', '--gzip', '--to-stdout', '--file', path, 'package/package.json']);
    return { path, manifest: JSON.parse(text.toString()) };
  });
}

/** The workspace decides which packages are published, and in which version: other code may have written the files. */
function requirePackages(files, packages) {
  const given = files.map(({ manifest }) => versionOf(manifest));
  const expected = readdirSync(packages)
    .map((name) => join(packages, name, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => versionOf(JSON.parse(readFileSync(path, 'utf8'))));
  const problems = [
    ...expected.filter((version) => !given.includes(version)).map((version) => `${version} is not packed.`),
    ...given.filter((version) => !expected.includes(version)).map((version) => `${version} is none of the packages.`),
    ...given.filter((version, index) => given.indexOf(version) < index).map((version) => `${version} is there twice.`),
  ];
  if (problems.length > 0) throw new TypeError(`Nothing was published. ${problems.join(' ')}`);
}

/** So that every published package can be installed at any time. */
function dependenciesFirst(files) {
  const ordered = new Map();
  const add = (file) => {
    if (ordered.has(file.manifest.name)) return;
    const needed = Object.keys(file.manifest.dependencies ?? {});
    for (const other of files) if (needed.includes(other.manifest.name)) add(other);
    ordered.set(file.manifest.name, file);
  };
  files.forEach(add);
  return [...ordered.values()];
}

async function publish({ path, manifest }) {
  const known = await publishedIntegrity(manifest);
  if (known !== undefined) {
    const own = `sha512-${hash('sha512', readFileSync(path), 'base64')}`;
    if (known !== own) throw new TypeError(`${versionOf(manifest)} is published already, with other content.`);
    process.stdout.write(`${versionOf(manifest)} is published already.\n`);
    return;
  }
  // A version such as 1.0.0-beta.1 is not what "npm install" takes.
  const tag = manifest.version.includes('-') ? 'next' : 'latest';
  const options = ['--ignore-scripts', '--access', 'public', '--tag', tag, `--provenance=${values.provenance}`];
  // Beside this thread, which gives up a connection in time only while it is not blocked: the registry would close it.
  const npm = spawn('npm', ['publish', path, ...options, '--registry', registry], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(npm, 'close');
  if (code !== 0) throw new TypeError(`npm publish has ended with ${code ?? signal} for ${versionOf(manifest)}.`);
}

/** Of the version in the registry; `undefined` where there is none. */
async function publishedIntegrity({ name, version }) {
  const answer = await fetch(`${registry}/${name.replace('/', '%2f')}`);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new TypeError(`The registry answers ${answer.status} for ${name}.`);
  const { versions } = await answer.json();
  // A package of which everything was taken back has no versions.
  return versions?.[version]?.dist.integrity;
}

function versionOf({ name, version }) {
  return `${name}@${version}`;
}
