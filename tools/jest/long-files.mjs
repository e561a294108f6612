import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Folders with specs, as in `jest.config.cjs` of the root. */
const projectFolders = ['packages', 'examples', 'docs'];

/** The specs that `npm test` leaves to `npm run test:long`, as absolute paths. */
export function longSpecs(root) {
  return projectFolders.flatMap((folder) => specFiles(path.join(root, folder))).filter(isLong);
}

/** The specs of a group: those that are named after it, and those with properties in its packages. */
export function filesOfGroup(root, { name, propertiesOf }) {
  return [
    ...longSpecs(root).filter((file) => groupOf(file) === name),
    ...propertiesOf.flatMap((each) => filesWithProperties(path.join(root, 'packages', each, 'src'))),
  ];
}

/** The group in the name of a long spec, `trust` of `crash-replay.trust.long.spec.ts`. */
export function groupOf(file) {
  return /\.([^.]+)\.long\.spec\.tsx?$/u.exec(file)?.[1];
}

function isLong(file) {
  return /\.long\.spec\.tsx?$/u.test(file);
}

function filesWithProperties(folder) {
  return specFiles(folder).filter((file) => !isLong(file) && /from 'fast-check'/u.test(readFileSync(file, 'utf8')));
}

function specFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.spec\.tsx?$/u.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file))
    .sort();
}
