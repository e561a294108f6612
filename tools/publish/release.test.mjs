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
  const { steps } = jobs.publish;
  const commands = steps.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line !== '');

  it('runs for a tag of "nx release" or by hand, and may prove to npm where it runs', () => {
    const { pattern } = readJson('nx.json').release.releaseTag;

    expect(triggers).toEqual({ push: { tags: [pattern.replace('{version}', '*')] }, workflow_dispatch: null });
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
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
    const order = [
      ...['set-up.mjs', 'npm run build', 'npm test', 'stage-packages.mjs --repository', 'check-packages.mjs'],
      'npx nx release publish',
    ].map((part) => commands.findIndex((line) => line.includes(part)));

    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const documented = readText('CONTRIBUTING.md').split('## Publishing')[1];
    const positions = ['stage-packages.mjs', 'check-packages.mjs', 'nx release publish'].map((part) =>
      documented.indexOf(part),
    );
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('has no text of a stranger in a script', () => {
    expect(commands.filter((line) => line.includes('${{'))).toEqual([]);
  });
});
