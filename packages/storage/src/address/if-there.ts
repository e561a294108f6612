import { ignoreMissing } from '@lexichord/platform/internal';

/**
 * Runs a synchronous file operation; `undefined` for a missing file, also if another process has just removed it. Files
 * of the store are checked for every query, and a call on another thread takes ten times as long.
 */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return undefined;
  }
}
