/** Fields that only the workspace needs. */
const workspaceFields = ['devDependencies', 'nx', 'scripts', 'private'];

/** The export condition by which packages of the workspace find each other's sources. */
const sourceCondition = '@lexichord/source';

/** Licences of what is inside a package; there where something is. */
export const noticesFile = 'THIRD_PARTY_NOTICES.md';

/**
 * The manifest of a package as it is published.
 *
 * @param manifest of the package in the workspace
 * @param folder of the package, from the top of the repository
 * @param bundled manifests of the packages that are inside the published one
 * @param joined names of the packages whose code is in the files of this one
 * @param repository address of the repository, which provenance is checked against; absent: not named, and published
 *   without provenance, which only a build service can give
 */
export function publishedManifest(manifest, { folder, bundled = [], joined = [], repository }) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !workspaceFields.includes(name)));
  const dependencies = { ...manifest.dependencies };
  const optionalDependencies = { ...manifest.optionalDependencies };
  for (const inner of bundled) {
    dependencies[inner.name] = inner.version;
    const outer = [...Object.entries(inner.dependencies ?? {}), ...requiredPeersOf(inner)];
    for (const [name, range] of outer) dependencies[name] ??= range;
    for (const [name, range] of Object.entries(platformBinariesOf(inner))) optionalDependencies[name] = range;
  }
  for (const name of joined) delete dependencies[name];
  return {
    ...kept,
    ...(repository === undefined ? {} : placeIn(repository, folder)),
    ...(manifest.exports === undefined ? {} : { exports: withoutSources(manifest.exports) }),
    ...(manifest.files === undefined ? {} : { files: [...manifest.files, noticesFile] }),
    publishConfig: { access: 'public', ...(repository === undefined ? {} : { provenance: true }) },
    ...filled('dependencies', sorted(dependencies)),
    ...filled('optionalDependencies', sorted(optionalDependencies)),
    ...(bundled.length === 0 ? {} : { bundleDependencies: bundled.map(({ name }) => name).sort() }),
  };
}

/**
 * The manifest of a package that is put inside another one: what it needs is a dependency of that one.
 *
 * @param manifest as it was published
 */
export function bundledManifest(manifest) {
  const outside = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'];
  const dropped = [...outside, ...workspaceFields, 'peerDependenciesMeta', 'packageManager', 'os', 'cpu'];
  const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !dropped.includes(name)));
  return { ...kept, ...(manifest.exports === undefined ? {} : { exports: withoutSources(manifest.exports) }) };
}

/** Where the sources of a package are, and what a web address of the repository leads to. */
function placeIn(repository, folder) {
  const page = /^(?:git\+)?(?<page>https:\/\/.+?)(?:\.git)?\/?$/u.exec(repository)?.groups.page;
  return {
    ...(page === undefined ? {} : { homepage: `${page}/tree/HEAD/${folder}#readme`, bugs: { url: `${page}/issues` } }),
    repository: { type: 'git', url: repository, directory: folder },
  };
}

/** Optional dependencies named like the package: its compiled parts. All others it merely could use. */
function platformBinariesOf({ name, optionalDependencies = {} }) {
  return Object.fromEntries(Object.entries(optionalDependencies).filter(([other]) => other.startsWith(`${name}-`)));
}

function requiredPeersOf({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true);
}

function withoutSources(exports) {
  if (typeof exports !== 'object' || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([name]) => name !== sourceCondition)
      .map(([name, value]) => [name, withoutSources(value)]),
  );
}

function filled(field, value) {
  return Object.keys(value).length === 0 ? {} : { [field]: value };
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
