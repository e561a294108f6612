/**
 * Fails when package-lock.json lacks a package that `npm ci` needs on some platform.
 *
 * npm leaves an optional dependency out of the lock when the registry it was written with does not have it. `npm ci`
 * then stops wherever that package is wanted. The remedy is an entry under "overrides" in package.json that pins the
 * parent to a version whose packages all exist.
 */
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));

const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isLocked(parent, name))
    .map((name) => `${parent || 'the root'} needs ${name}@${optionalDependencies[name]}`),
);

if (missing.length > 0) {
  process.stderr.write(`package-lock.json is not complete for every platform:\n${missing.join('\n')}\n`);
  process.exit(1);
}

/** Whether a dependency is locked where Node would look for it: in the parent's folder or in one above it. */
function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in packages;
  }
}
