/** Names by which git itself recognises a repository. */
const namesInside = ['HEAD', 'objects', 'refs'];

/**
 * Whether a folder is a bare repository, or the `.git` folder of a work tree.
 *
 * @param names names of the folder's entries
 */
export function isInsideOfRepository(names: readonly string[]): boolean {
  return namesInside.every((name) => names.includes(name));
}
