/**
 * Fails when package-lock.json lacks a package that `npm ci` needs on some platform; with `--complete` adds what is
 * missing instead. Run it after each change of dependencies.
 *
 * npm leaves an optional dependency out of the lock when the registry it was written with does not have it, and
 * `npm ci` then stops on every machine. For a native binary an entry that names its platform is enough: elsewhere npm
 * passes over it, and there it asks the registry for that version.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const lockfile = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
const { packages } = lock;

const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(parent, name))
    .map(([name, version]) => ({ parent, name, version, entry: platformEntry(parent, name, version) })),
);
const completed = process.argv.includes('--complete') ? missing.filter(({ entry }) => entry !== undefined) : [];
if (completed.length > 0) {
  for (const { name, entry } of completed) packages[`node_modules/${name}`] = entry;
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(lockfile, `${JSON.stringify(lock, null, 2)}\n`);
}

const open = missing.filter((one) => !completed.includes(one));
if (open.length > 0) {
  const lines = open.map(({ parent, name, version }) => `${parent || 'the root'} needs ${name}@${version}`);
  process.stderr.write(
    `package-lock.json is not complete for every platform (--complete adds native binaries):\n${lines.join('\n')}\n`,
  );
  process.exit(1);
}

/** Whether a dependency is locked where Node would look for it: in the parent's folder or in one above it. */
function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in packages;
  }
}

/** The lock's entry of a native binary, by the platform in its name; `undefined` for any other package. */
function platformEntry(parent, name, version) {
  if (!/^\d+\.\d+\.\d+$/u.test(version)) return undefined;
  const dev = packages[parent]?.dev === true ? { dev: true } : {};
  if (name.endsWith('-wasm32-wasi')) return { version, cpu: ['wasm32'], ...dev, optional: true };
  const platform =
    /-(darwin|linux|win32|freebsd|android|openharmony)-(x64|arm64|arm|ia32|ppc64|s390x|riscv64)(?:-(gnu|musl|msvc|eabi|gnueabihf))?$/u.exec(
      name,
    );
  if (platform === null) return undefined;
  const [, os, cpu, library] = platform;
  const libc = os === 'linux' ? { libc: [library === 'musl' ? 'musl' : 'glibc'] } : {};
  return { version, cpu: [cpu], ...dev, ...libc, optional: true, os: [os] };
}
