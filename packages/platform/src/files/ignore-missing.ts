/**
 * Error handler for a file or folder that may be missing: returns `undefined` for a missing one, and throws every other
 * error again.
 */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
