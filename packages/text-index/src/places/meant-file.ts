import { isSameFile } from './file-reference.js';

/** Folders of other people's code: the end of a path in them is no path of the workspace. */
const foreignFolder = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|\.rustup|go\/pkg\/mod|gems|\.m2)\//u;

/** Prefix of the path of a Python module with its packages. */
const installedModule = /^.*\/(?:site|dist)-packages\/(?<modulePath>.+\/.+)$/u;

/**
 * Which files of a workspace a name means: see {@link isSameFile}; but a longer path in other people's code, such as
 * `node_modules`, means none of the workspace's own. Of a module that Python has installed, its path with its packages
 * counts: it may be the workspace's own, or vendored there.
 *
 * @returns whether a path, relative to the workspace, is of such a file
 */
export function meantBy(named: string): (filePath: string) => boolean {
  const modulePath = installedModulePath(named);
  if (modulePath !== undefined) return (filePath) => `/${filePath}`.endsWith(`/${modulePath}`);
  if (!foreignFolder.test(named)) return (filePath) => isSameFile(filePath, named);
  return (filePath) => isSameFile(filePath, named) && (!named.endsWith(`/${filePath}`) || foreignFolder.test(filePath));
}

/** `undefined` for a path that is in no package that Python has installed: the name of a module alone says too little. */
export function installedModulePath(named: string): string | undefined {
  return installedModule.exec(`/${named}`)?.groups?.['modulePath'];
}
