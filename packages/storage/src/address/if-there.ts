import { ignoreMissing } from '@lexichord/platform/internal';

/**
 * What a look at a file gives, on this thread; `undefined` where there is nothing, or nothing any more, because a writer of
 * another process has removed it. Files of the store are looked at for every question: to hand each look to another thread
 * takes ten times as long as the look does.
 */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return undefined;
  }
}
