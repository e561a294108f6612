/** Name of the file in which a package says its own name; of a gem, the ending of it. */
export type PackageManifest = 'package.json' | 'go.mod' | 'Cargo.toml' | '.gemspec';

/** A file in a package that a package manager has installed. */
export interface InstalledFile {
  readonly manifest: PackageManifest;
  /** Name of the package. */
  readonly name: string;
  /** Path of the file in its package. */
  readonly path: string;
}

/** Each begins where its folder begins, and a name in it has a limit, so that the time grows with the path. */
const patterns: readonly (readonly [PackageManifest, RegExp])[] = [
  [
    'package.json',
    /(?:^|\/)node_modules\/(?<name>(?:@[^/]{1,214}\/)?[^/@.][^/]{0,213})\/(?<path>(?!(?:.*\/)?node_modules\/).+)$/u,
  ],
  ['go.mod', /(?:^|\/)pkg\/mod\/(?<name>[^@]{1,300})@v\d[^/]{0,100}\/(?<path>.+)$/u],
  [
    'Cargo.toml',
    /(?:^|\/)\.cargo\/registry\/src\/[^/]{1,200}\/(?<name>[^/]{1,100})-\d{1,9}\.\d{1,9}\.\d[^/]{0,100}\/(?<path>.+)$/u,
  ],
  ['.gemspec', /(?:^|\/)gems\/(?<name>[^/]{1,100})-\d[\w.]{0,50}\/(?<path>.+)$/u],
];

/** The package of an installed file of npm, Go, Cargo or RubyGems; `undefined` for another path. */
export function installedFile(named: string): InstalledFile | undefined {
  for (const [manifest, pattern] of patterns) {
    const { name, path } = pattern.exec(named)?.groups ?? {};
    if (name !== undefined && path !== undefined) return { manifest, name: unescaped(name, manifest), path };
  }
  return undefined;
}

/** Go writes `!a` for `A` in the names of folders. */
function unescaped(name: string, manifest: PackageManifest): string {
  return manifest === 'go.mod' ? name.replaceAll(/!([a-z])/gu, (_, letter: string) => letter.toUpperCase()) : name;
}
