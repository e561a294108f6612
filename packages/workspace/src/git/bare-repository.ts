/** Names by which git itself recognises a repository. */
const namesInside = ['HEAD', 'objects', 'refs'];

/**
 * Whether a folder is the inside of a repository: a bare one, or the `.git` of a work tree.
 *
 * @param names of what is in the folder
 */
export function isInsideOfRepository(names: readonly string[]): boolean {
  return namesInside.every((name) => names.includes(name));
}
