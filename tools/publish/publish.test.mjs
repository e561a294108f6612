import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundledManifest, publishedManifest } from './published-manifest.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const root = join(import.meta.dirname, '../..');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

describe('publishedManifest', () => {
  const manifest = {
    name: '@lexichord/storage',
    version: '1.2.3',
    files: ['lib'],
    exports: { '.': { '@lexichord/source': './src/index.ts', types: './lib/index.d.ts', default: './lib/index.js' } },
    dependencies: { lance: '2.0.0', zod: '4.0.0' },
    devDependencies: { jest: '30.0.0' },
    nx: { name: 'storage' },
  };
  const lance = {
    name: 'lance',
    version: '2.0.0',
    dependencies: { api: '^1.0.0', zod: '^3.0.0' },
    optionalDependencies: { 'lance-linux-x64': '2.0.0', models: '3.0.0' },
    peerDependencies: { arrow: '>=15', '@types/node': '>=18' },
    peerDependenciesMeta: { '@types/node': { optional: true } },
  };

  it('has no sources, and nothing that only the workspace needs', () => {
    const published = publishedManifest(manifest, { folder: 'packages/storage' });

    expect(published).toEqual({
      ...{ name: '@lexichord/storage', version: '1.2.3', dependencies: manifest.dependencies },
      files: ['lib', 'THIRD_PARTY_NOTICES.md'],
      exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
      publishConfig: { access: 'public' },
    });
  });

  it('needs no package whose code is in its files', () => {
    expect(publishedManifest(manifest, { folder: 'packages/storage', joined: ['lance'] }).dependencies).toEqual({
      zod: '4.0.0',
    });
  });

  it('names the place in the repository that provenance is checked against', () => {
    const repository = 'git+https://example.com/repository.git';

    expect(publishedManifest(manifest, { folder: 'packages/storage', repository })).toMatchObject({
      homepage: 'https://example.com/repository/tree/HEAD/packages/storage#readme',
      bugs: { url: 'https://example.com/repository/issues' },
      repository: { type: 'git', url: repository, directory: 'packages/storage' },
      publishConfig: { access: 'public', provenance: true },
    });
  });

  it('has no pages of a repository whose address is none of the web', () => {
    const repository = 'git@example.com:repository.git';

    const published = publishedManifest(manifest, { folder: 'packages/storage', repository });

    expect(published).toHaveProperty('repository.url', repository);
    expect(published).not.toHaveProperty('homepage');
    expect(published).not.toHaveProperty('bugs');
  });

  it('needs what a package inside it needs: its compiled parts, and not what it merely could use', () => {
    const published = publishedManifest(manifest, { folder: 'packages/storage', bundled: [lance] });

    expect(published).toMatchObject({
      bundleDependencies: ['lance'],
      dependencies: { api: '^1.0.0', arrow: '>=15', lance: '2.0.0', zod: '4.0.0' },
      optionalDependencies: { 'lance-linux-x64': '2.0.0' },
    });
    expect(published.dependencies).not.toHaveProperty('@types/node');
    expect(bundledManifest(lance)).toEqual({ name: 'lance', version: '2.0.0' });
  });
});

describe('packages of the workspace', () => {
  const manifests = readdirSync(join(root, 'packages')).map((name) => readJson(`packages/${name}/package.json`));

  it('have one version, and need each other in exactly that, which "nx release" keeps', () => {
    const ours = new Set(manifests.map(({ name }) => name));
    const ranges = manifests.flatMap(({ version, dependencies = {}, devDependencies = {} }) => [
      version,
      ...Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, range]) =>
        ours.has(name) ? range : [],
      ),
    ]);

    expect([...new Set(ranges)]).toEqual([manifests[0].version]);
  });

  it('are found by keywords of their own', () => {
    const own = manifests.map(({ keywords = [] }) => keywords.filter((keyword) => keyword !== 'lexichord'));

    expect(own.filter((keywords) => keywords.length < 3)).toEqual([]);
    expect(new Set(own.map((keywords) => keywords.join())).size).toBe(manifests.length);
    expect(manifests.every(({ keywords }) => keywords[0] === 'lexichord')).toBe(true);
  });
});

/** The bundler does not take what the test's own realm makes. */
function joinInAnotherProcess(...given) {
  const program = `
    import { joinDependencies } from ${JSON.stringify(import.meta.resolve('./join-dependencies.mjs'))};
    process.stdout.write(JSON.stringify(await joinDependencies(...${JSON.stringify(given)})));
  `;
  const argv = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', env: { PATH: process.env.PATH } }));
}

describe('joinDependencies', () => {
  it('puts the code of a package into the files that import it, and leaves every other import', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lexichord-join-'));
    const [source, staged] = [join(folder, 'source'), join(folder, 'staged')];
    const inner = join(source, 'node_modules/inner');
    for (const path of [join(source, 'dist'), join(staged, 'dist'), inner]) mkdirSync(path, { recursive: true });
    writeFileSync(join(inner, 'package.json'), '{ "name": "inner", "type": "module", "main": "index.js" }');
    writeFileSync(join(inner, 'index.js'), "import './other.js';\nexport const inner = () => 'from within';\n");
    writeFileSync(join(inner, 'other.js'), 'globalThis.other = true;\n');
    const own = "import { inner } from 'inner';\nimport { zod } from 'zod';\nimport { a } from './a.js';\n";
    writeFileSync(join(source, 'dist/index.js'), `${own}export const all = [inner(), zod, a];\n`);
    writeFileSync(join(source, 'dist/a.js'), 'export const a = 1;\n');
    try {
      const joined = joinInAnotherProcess(source, staged, ['inner']);

      const text = readFileSync(join(staged, 'dist/index.js'), 'utf8');
      expect(joined).toEqual([inner]);
      expect(text).toContain('from within');
      expect([...text.matchAll(/from ["'](?<name>[^"']+)["']/gu)].map(({ groups }) => groups.name)).toEqual([
        ...['zod', './a.js'],
      ]);
      expect(readdirSync(join(staged, 'dist'))).toEqual(['index.js']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('thirdPartyNotices', () => {
  const inFolder = (test) => () => {
    const folder = mkdtempSync(join(tmpdir(), 'lexichord-publish-'));
    const install = (name, manifest, license) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
      if (license !== undefined) writeFileSync(join(folder, name, 'LICENSE.md'), license);
      return { name, folder: join(folder, name) };
    };
    try {
      test(folder, install);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it(
    'has licence and text of each package in the bundle and of each inside, once, by name',
    inFolder((folder, install) => {
      mkdirSync(join(folder, 'bundle'));
      writeFileSync(join(folder, 'bundle/third-party.json'), JSON.stringify(['two', 'one']));
      const one = install('one', { license: 'MIT' }, 'Do what you ```like```.');
      install('two', { license: 'ISC' });

      expect(thirdPartyNotices(folder, [one])).toMatch(
        /## one 1\.0\.0\n\nLicence: MIT\n\n````text\nDo what you ```like```\.\n````\n\n## two 1\.0\.0\n\nLicence: ISC\n\nThe package has no text/u,
      );
    }),
  );

  it(
    'is not there for a package of our own code, and refuses one without a licence',
    inFolder((folder, install) => {
      expect(thirdPartyNotices(folder, [install('@lexichord/abstractions', {})])).toBeUndefined();
      expect(() => thirdPartyNotices(folder, [install('nameless', {})])).toThrow('nameless names no licence');
    }),
  );
});
