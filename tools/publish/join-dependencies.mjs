import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';

/**
 * Joins packages into the compiled files that import them, so that whoever installs a package need not install these and
 * what they need themselves. Everything else that the files import stays an import.
 *
 * @param source folder of the package in the workspace, compiled
 * @param staged folder of the package as it is published
 * @param names packages to join
 * @returns folders of all packages whose code was joined
 */
export async function joinDependencies(source, staged, names) {
  const importsOne = new RegExp(`from '(?:${names.join('|')})'`, 'u');
  const files = readdirSync(join(source, 'dist'), { recursive: true })
    .filter((file) => file.endsWith('.js') && importsOne.test(readFileSync(join(source, 'dist', file), 'utf8')))
    .sort();
  const modules = [];
  for (const file of files) {
    const { code, moduleIds } = await joinInto(join(source, 'dist', file), names);
    writeFileSync(join(staged, 'dist', file), code);
    modules.push(...moduleIds);
  }
  return [...new Set(modules.flatMap(packageFolderOf))].sort();
}

async function joinInto(file, names) {
  const build = await rolldown({
    input: file,
    platform: 'node',
    external: (id, importer, isResolved) => !isResolved && importer === file && !names.includes(id),
    onLog: (_level, { message }) => {
      throw new TypeError(message);
    },
  });
  const { output } = await build.generate({ format: 'esm', keepNames: true, codeSplitting: false });
  await build.close();
  return output[0];
}

function packageFolderOf(id) {
  return /^[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(id) ?? [];
}
