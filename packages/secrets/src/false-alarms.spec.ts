import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { RecordingLogger } from '@lexichord/testing';

import { SecretScanner } from './secret-scanner.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const declarations = dirname(createRequire(import.meta.url).resolve('typescript'));

/** Our own sources without what plants secrets on purpose, and the declarations of TypeScript's libraries. */
function realCode(): readonly string[] {
  const own = readdirSync(packages).flatMap((name) => sourcesIn(join(packages, name, 'src')));
  const libraries = readdirSync(declarations).filter((name) => /^lib\..*\.d\.ts$/u.test(name));
  return [...own, ...libraries.map((name) => join(declarations, name))];
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test-support' ? [] : sourcesIn(path);
    return /\.(?:ts|tsx|md|mjs)$/u.test(entry.name) && !/\.spec\.tsx?$/u.test(entry.name) ? [path] : [];
  });
}

it('has at most one false alarm in 100,000 lines of real code', async () => {
  const scanner = new SecretScanner(new RecordingLogger());
  const alarms: string[] = [];
  let lines = 0;
  for (const path of realCode()) {
    const text = readFileSync(path, 'utf8');
    lines += text.split('\n').length;
    for (const { rule, startLine } of await scanner.scan(text)) {
      alarms.push(`${rule} in ${relative(packages, path)}:${startLine}`);
    }
  }

  expect(lines).toBeGreaterThan(100_000);
  expect(alarms.slice(Math.floor(lines / 100_000))).toEqual([]);
});
