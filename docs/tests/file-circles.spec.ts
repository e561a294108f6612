import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import ts from 'typescript';

import { repository } from './code-blocks.js';

const packages = join(repository, 'packages');

/** Files of TypeScript that are not tests, by package. */
const filesByPackage = readdirSync(packages).map(
  (name) =>
    [
      name,
      readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => /(?<!\.spec)\.tsx?$/u.test(path))
        .map((path) => join(packages, name, 'src', path)),
    ] as const,
);

/** Files that each file imports: values, types, and what is loaded later. */
function importsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      const relativePaths = importedFiles.map(({ fileName }) => fileName).filter((path) => path.startsWith('.'));
      return [file, relativePaths.map((path) => sourceOf(resolve(dirname(file), path)))];
    }),
  );
}

/** The source of a module, which imports name by what is built from it. */
function sourceOf(built: string): string {
  const source = built.replace(/\.js$/u, '.ts');
  return existsSync(source) ? source : `${source}x`;
}

/** The first circle of each file that closes one: its files in order, the first one again at the end. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[][] {
  const finished = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file]);
    if (start !== -1 || finished.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

describe('files of a package', () => {
  it.each(filesByPackage)('%s: do not import each other in a circle, types included', (_name, files) => {
    const circles = circlesIn(importsOf(files));

    expect(circles.map((circle) => circle.map((file) => relative(packages, file)).join(' -> '))).toEqual([]);
  });

  it('are all read', () => {
    const imports = importsOf(filesByPackage.flatMap(([, files]) => files));

    expect([...imports.values()].flat().filter((file) => imports.has(file)).length).toBeGreaterThan(1_000);
  });
});

describe('circlesIn', () => {
  it('finds a circle behind a file that is in none', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['b']],
    ]);

    expect(circlesIn(imports)).toEqual([['b', 'd', 'b']]);
  });
});
