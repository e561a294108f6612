import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { readPlainFile } from '@lexichord/platform/internal';
import { z } from 'zod';

/** Format of the files in a folder of state: the written one, and the newest that can be read. */
export const stateFormat = 1;

const originSchema = z.object({
  format: z.int().positive(),
  nonce: z.string().regex(/^[0-9a-f]{32}$/u),
  workspace: z.string().min(1).max(1_000),
});

/** The content of a folder's file `origin`. */
export interface Origin {
  /** Format of the folder's files. */
  readonly format: number;
  /** 32 random hexadecimal digits, which are also in the user's own records. */
  readonly nonce: string;
  /** Name of the workspace when the folder was created. Ids of entities depend on it, so it stays after a renaming. */
  readonly workspace: string;
}

/** Maximum size of an origin, in bytes. */
const maxOriginBytes = 8_192;

export function newOrigin(workspace: string): Origin {
  return { format: stateFormat, nonce: randomBytes(16).toString('hex'), workspace };
}

export function originPath(folder: string): string {
  return join(folder, 'origin');
}

export function formatOrigin(origin: Origin): string {
  return `${JSON.stringify(origin)}\n`;
}

/** `undefined` for a missing or invalid origin. */
export async function readOrigin(folder: string): Promise<Origin | undefined> {
  try {
    const file = await readPlainFile(originPath(folder), maxOriginBytes);
    return file && originSchema.safeParse(JSON.parse(file.bytes.toString('utf8'))).data;
  } catch {
    // A link, a pipe, a folder, too large, unreadable or no JSON: not written by this user's Lexichord.
    return undefined;
  }
}
