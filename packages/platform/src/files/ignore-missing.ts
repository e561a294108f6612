/**
 * For a file or folder that need not be there, or that another process may have taken away: what it gave is `undefined`
 * then, and every other error stays.
 */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
