import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ILexichordRuntime, IWorkspaceListing } from '@lexichord/abstractions';

const scriptFile = /\.[cm]?[jt]sx?$/u;

/** Bundles: their names say nothing. */
const bundle = /(?:^|\/)(?:[\w-]+-)?dist\/|\.min\.|(?:^|\/)vendor\//u;

/** What the TypeScript compiler needs to know of a repository. */
export interface ScriptProject {
  /** Files in TypeScript and JavaScript, relative to the repository. */
  readonly files: readonly string[];
  /** Where the compiler finds the packages of the workspace, in place of what would be installed. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

/** The files and packages of a runtime's workspace, whose folder is `root`. */
export async function readScriptProject(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  root: string,
): Promise<ScriptProject> {
  const files: string[] = [];
  const folders: string[] = [];
  for await (const { relativePath } of runtime.resolve(IWorkspaceListing).list()) {
    if (scriptFile.test(relativePath) && !bundle.test(relativePath)) files.push(relativePath);
    if (/(?:^|\/)package\.json$/u.test(relativePath)) folders.push(relativePath.replace(/\/?package\.json$/u, ''));
  }
  return { files, paths: await packagePaths(root, folders) };
}

async function packagePaths(root: string, folders: readonly string[]): Promise<ScriptProject['paths']> {
  const paths: Record<string, readonly string[]> = {};
  for (const folder of folders) {
    if (folder === '') continue;
    const text = await readFile(join(root, folder, 'package.json'), 'utf8');
    // Fixtures may begin with a byte order mark.
    const manifest = JSON.parse(text.replace(/^\uFEFF/u, '')) as { readonly name?: string };
    if (manifest.name === undefined) continue;
    paths[manifest.name] = [`${folder}/src/index`, `${folder}/src`, `${folder}/index`, `${folder}/lib/index`];
    paths[`${manifest.name}/*`] = [`${folder}/src/*`, `${folder}/*`];
  }
  return paths;
}
