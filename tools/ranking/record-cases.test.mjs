import { afterEach, beforeEach } from '@jest/globals';

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lexichord-cases-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** In a process of its own: the compiled packages hold native code. */
function recordHits(where, queries) {
  const program = `
    const { recordHits } = await import(${JSON.stringify(new URL('record-cases.mjs', import.meta.url).href)});
    process.stdout.write(JSON.stringify(await recordHits(${JSON.stringify(where)}, ${JSON.stringify(queries)})));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** A function of some twenty lines; it calls another one. */
function code(name, called) {
  const lines = Array.from(
    { length: 18 },
    (_unused, index) => `  total += ${called}(parcel, ${index}) + shelf[${index}];`,
  );
  return [`export function ${name}(parcel, shelf) {`, '  let total = 0;', ...lines, '  return total;', '}', ''].join(
    '\n',
  );
}

describe('recordHits', () => {
  it('gives each hit its pieces with what they cost, also where a pack shows only a signature of them', async () => {
    const workspace = join(folder, 'workspace');
    await mkdir(workspace);
    const names = ['weighParcel', 'sortParcel', 'storeParcel', 'fetchParcel', 'handParcel', 'scanParcel'];
    for (const [index, name] of names.entries()) {
      await writeFile(join(workspace, `${name}.js`), code(name, names[(index + 1) % names.length]));
    }
    const where = { folder: workspace, cacheFolder: join(folder, 'cache'), budgets: [500, 1_000] };

    const [hits] = recordHits(where, ['how is a parcel weighed, sorted and stored on its shelf']);

    // All functions are alike, but for their names.
    const [first] = hits;
    expect(hits.map(({ pieces }) => pieces)).toEqual(names.map(() => first.pieces));
    expect(first.pieces[500].length).toBeGreaterThan(1);
    for (const [, , tokens] of first.pieces[500]) expect(tokens).toBeGreaterThan(10);
  });
});
