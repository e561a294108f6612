import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How to write. */
export interface ReplaceOptions {
  /** For this user alone. Default false: the permissions that the process usually gives. */
  readonly isPrivate?: boolean | undefined;
}

/**
 * Writes a file of which readers see all or nothing: beside it first, then renamed. Its folder is made if it
 * is missing. The folder may have come from
 * somebody else, so nothing that is there already is written to, or through.
 *
 * @param parts one after the other
 * @throws what the file system throws, or making the parts; nothing is left behind then
 */
export async function replaceFile(
  path: string,
  parts: Iterable<Buffer | string> | AsyncIterable<Buffer | string>,
  { isPrivate = false }: ReplaceOptions = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', isPrivate ? 0o600 : undefined);
    try {
      for await (const part of parts) await file.writeFile(part);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
