import { readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { z } from 'zod';

import type { FileRow } from './index-tables.js';

/** Maximum size of the file; a larger one is ignored. */
const maxLedgerBytes = 500_000_000;

const ledgerSchema = z.object({
  key: z.string(),
  chunks: z.int().nonnegative(),
  files: z.array(
    z.object({
      filePath: z.string(),
      sizeBytes: z.number(),
      modifiedMs: z.number(),
      contentHash: z.string(),
      chunksHash: z.string(),
      chunks: z.int().nonnegative(),
    }),
  ),
});

/** A copy of the rows of files, for detecting without the tables that nothing has changed. */
export interface FileLedger {
  readonly files: ReadonlyMap<string, FileRow>;
  /** Number of chunks in use. */
  readonly chunks: number;
}

/** Reads the ledger; `undefined` unless it is intact and a copy of the tables of the key. */
export async function readLedger(path: string, key: string): Promise<FileLedger | undefined> {
  try {
    const file = await readPlainFile(path, maxLedgerBytes);
    if (file === undefined) return undefined;
    const ledger = ledgerSchema.parse(JSON.parse(file.bytes.toString('utf8')));
    if (ledger.key !== key) return undefined;
    return { files: new Map(ledger.files.map((file) => [file.filePath, file])), chunks: ledger.chunks };
  } catch {
    // A copy: if it is damaged, the tables are read.
    return undefined;
  }
}

/** Writes a copy of the rows of files; readers see the old or the new file, never a part. */
export async function writeLedger(path: string, key: string, { files, chunks }: FileLedger): Promise<void> {
  await replaceFile(path, [JSON.stringify({ key, chunks, files: [...files.values()] })], {
    isPrivate: true,
    isDerived: true,
  });
}
