import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const readText = (path) => readFileSync(join(root, path), 'utf8');
const readJson = (path) => JSON.parse(readText(path));

/** What "nx release" would do. It asks no network, and writes nothing. */
function dryRun(...argv) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', NO_COLOR: '1' };
  return execFileSync(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), 'release', ...argv, '--dry-run'],
    {
      ...{ cwd: root, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] },
    },
  );
}

describe('nx release', () => {
  it('would write one new version into every manifest, and wherever one package needs another', () => {
    const printed = dryRun('version', '98.7.6');

    const written = {};
    let current = [];
    for (const [, sign, key, value] of printed.matchAll(/^(?<sign>[ +]) +"(?<key>[^"]+)": "(?<value>[^"]+)",?$/gmu)) {
      if (sign === '+') current.push([key, value]);
      else if (key === 'name') written[value] = current = [];
    }
    const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
    const manifests = [...packages, 'examples', 'docs', 'benchmarks'].map((folder) =>
      readJson(`${folder}/package.json`),
    );
    const ours = new Set(manifests.map(({ name }) => name));
    const expected = manifests.map(({ name, dependencies = {}, devDependencies = {} }) => {
      const needed = Object.keys({ ...dependencies, ...devDependencies }).filter((other) => ours.has(other));
      return [name, ['version', ...needed].map((key) => [key, '98.7.6']).sort()];
    });
    expect(Object.fromEntries(Object.entries(written).map(([name, lines]) => [name, lines.sort()]))).toEqual(
      Object.fromEntries(expected),
    );
    expect(readJson('packages/app-cli/package.json').version).not.toBe('98.7.6');
  });

  it('would name the tag that the workflow waits for, and list the changes', () => {
    const printed = dryRun('changelog', '98.7.6', '--first-release');

    expect(printed).toContain('Previewing an entry in RELEASES.md for v98.7.6');
    expect(printed).toMatch(/^\+ - \S/mu);
  });
});

describe('the workflow that publishes', () => {
  const { on: triggers, permissions, jobs } = parse(readText('.github/workflows/release.yml'));
  const stepsOf = (job) => jobs[job].steps;
  const commandsOf = (job) => stepsOf(job).flatMap(({ run = '' }) => run.split('\n').filter((line) => line !== ''));
  const steps = Object.keys(jobs).flatMap(stepsOf);
  const commands = Object.keys(jobs).flatMap(commandsOf);
  const usesOf = (job, action) => stepsOf(job).filter(({ uses = '' }) => uses.startsWith(`actions/${action}@`));

  it('runs for a tag of "nx release" or by hand, and publishes for a tag alone', () => {
    const { pattern } = readJson('nx.json').release.releaseTag;

    expect(triggers).toEqual({ push: { tags: [pattern.replace('{version}', '*')] }, workflow_dispatch: null });
    expect(jobs.publish).toMatchObject({ needs: 'build', if: "github.ref_type == 'tag'" });
  });

  it('may prove to npm where it runs, and publish, only where no code of others runs', () => {
    const withSecrets = Object.keys(jobs).filter((job) => JSON.stringify(jobs[job]).includes('secrets.'));

    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['build', undefined],
      ['publish', { contents: 'read', 'id-token': 'write' }],
    ]);
    expect(withSecrets).toEqual(['publish']);
    expect(commandsOf('publish')).toEqual(['node tools/publish/publish-packed.mjs --provenance']);
    expect(stepsOf('publish').flatMap(({ uses }) => uses?.replace(/@.*/u, '') ?? [])).toEqual([
      ...['actions/checkout', 'actions/setup-node', 'actions/download-artifact'],
    ]);
  });

  it('keeps no token where later steps could read it, and takes nothing from a cache', () => {
    const [checkouts, nodes] = ['checkout', 'setup-node'].map((action) =>
      Object.keys(jobs).flatMap((job) => usesOf(job, action)),
    );

    expect(checkouts.map((step) => step.with['persist-credentials'])).toEqual([false, false]);
    expect(nodes.map((step) => [step.with.cache, step.with['package-manager-cache']])).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
  });

  it('publishes the very files that were checked and packed', () => {
    const [upload, ...otherUploads] = usesOf('build', 'upload-artifact');
    const [download, ...otherDownloads] = usesOf('publish', 'download-artifact');
    const last = stepsOf('build').at(-1);

    expect([otherUploads, otherDownloads]).toEqual([[], []]);
    expect(last).toEqual(upload);
    expect(commandsOf('build').at(-1)).toContain('npm pack --ignore-scripts --pack-destination dist/packed ');
    expect(upload.with).toMatchObject({ path: 'dist/packed/*.tgz', 'if-no-files-found': 'error' });
    // From this version on it fails when the files are not those that were uploaded.
    expect(download.uses).toBe('actions/download-artifact@v8');
    expect(download.with).toEqual({ name: upload.with.name, path: 'dist/packed' });
  });

  it('names scripts that there are, and actions by their major version', () => {
    const { scripts } = readJson('package.json');
    const [files, names] = [/(?:node|bash) (?<path>\w[\w./-]+)/gu, /npm run (?<name>[\w:-]+)/gu].map((pattern) =>
      commands.flatMap((line) => [...line.matchAll(pattern)].map(([, found]) => found)),
    );

    expect(files.length * names.length).toBeGreaterThan(0);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    expect(steps.flatMap(({ uses }) => uses ?? []).every((uses) => /^actions\/[\w-]+@v\d+$/u.test(uses))).toBe(true);
  });

  it('checks before it publishes, and takes the order that CONTRIBUTING has', () => {
    const published = ['stage-packages.mjs', 'check-packages.mjs', 'npm pack', 'publish-packed.mjs'];
    const order = ['set-up.mjs', 'npm run build', 'npm test', ...published].map((part) =>
      commands.findIndex((line) => line.includes(part)),
    );

    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const documented = readText('CONTRIBUTING.md').split('## Publishing')[1];
    const positions = published.map((part) => documented.indexOf(part));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('has no text of a stranger in a script', () => {
    expect(commands.filter((line) => line.includes('${{'))).toEqual([]);
  });
});
