import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { repository } from './code-blocks.js';

/**
 * The text that a page names as `path` or as `path#region`: a file, or the lines between its `// #region NAME` and the
 * next `// #endregion`, without their common indentation.
 *
 * @returns undefined where there is no such file or region
 */
export function readSnippet(source: string): string | undefined {
  const [path = '', region] = source.split('#');
  const file = join(repository, path);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  if (region === undefined) return text;
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines.indexOf(`// #region ${region}`);
  const end = lines.indexOf('// #endregion', start);
  return start < 0 || end < 0 ? undefined : withoutIndentation(text.split('\n').slice(start + 1, end));
}

function withoutIndentation(lines: readonly string[]): string {
  const depths = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return lines.map((line) => `${line.slice(depth)}\n`).join('');
}

/** Whether a test runs the file: it is a spec, a program that snippets.spec.ts runs, or imported by a spec beside it. */
export function isRunByTests(source: string): boolean {
  const [path = ''] = source.split('#');
  if (path.endsWith('.spec.ts') || snippetPrograms().includes(path)) return true;
  const folder = join(repository, dirname(path));
  const specifier = `'./${basename(path).replace(/\.ts$/u, '.js')}'`;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .some((name) => readFileSync(join(folder, name), 'utf8').includes(specifier));
}

/** The programs that hold snippets, relative to the repository. */
export function snippetPrograms(): readonly string[] {
  return ['docs/snippets/packages', 'docs/snippets/guides'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`),
  );
}
