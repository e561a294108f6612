import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { flushFolder } from './flush-path.js';
import { ignoreMissing } from './ignore-missing.js';
import { isOwnFile } from './is-own-file.js';
import { withDraft } from './open-drafts.js';
import { renamePatiently } from './rename-patiently.js';

/** Options of a write. */
export interface ReplaceOptions {
  /**
   * For this user alone. Default false: the permissions of the replaced file, if that is this user's, else
   * those that the process usually gives.
   */
  readonly isPrivate?: boolean | undefined;
  /**
   * Whether it can be rebuilt, and so need not survive a power cut. Default false: the file is flushed before the call
   * returns, and never replaced by an empty one.
   */
  readonly isDerived?: boolean | undefined;
}

/**
 * Writes a file of which readers see all or nothing: beside it first, then renamed. Its folder is made if it is
 * missing. The folder may be hostile, so no existing file or link is written to, or through.
 *
 * @param parts one after the other
 * @throws the errors of the file system and of the parts; no draft remains then, nor when the process exits
 */
export async function replaceFile(
  path: string,
  parts: Iterable<Buffer | string> | AsyncIterable<Buffer | string>,
  { isPrivate = false, isDerived = false }: ReplaceOptions = {},
): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  const kept = isPrivate ? undefined : await modeOf(path);
  await withDraft(draft, async () => {
    const file = await open(draft, 'wx', isPrivate ? 0o600 : kept);
    try {
      // The umask may remove bits. Some file systems have one mode for all files, and reject any change.
      if (kept !== undefined && modeIn(await file.stat()) !== kept) await file.chmod(kept);
      for await (const part of parts) await file.writeFile(part);
      if (!isDerived) await file.sync();
    } finally {
      await file.close();
    }
    await renamePatiently(draft, path);
    if (!isDerived) await flushFolders(dirname(path), made);
  });
}

/** Permissions of a file of this user's, of which what is private stays so; `undefined` where there is none. */
async function modeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  return found?.isFile() === true && isOwnFile(found.uid) ? modeIn(found) : undefined;
}

function modeIn({ mode }: Stats): number {
  return mode & 0o777;
}

/** The folder that names the file, and where folders were made for it those that name them. */
async function flushFolders(folder: string, made: string | undefined): Promise<void> {
  await flushFolder(folder);
  if (made !== undefined && folder !== dirname(made)) await flushFolders(dirname(folder), made);
}
