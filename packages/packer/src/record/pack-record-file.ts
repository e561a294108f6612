import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';

import 'reflect-metadata';
import {
  type CallOptions,
  type CheckReport,
  ErrorCode,
  IPackedTexts,
  type IPackRecorder,
  isLexichordError,
  type IStateCheck,
  IStateFolder,
  LexichordError,
  type PackRecord,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import {
  CheckTally,
  chunkHash,
  ignoreMissing,
  LineIndex,
  readPlainFile,
  replaceFile,
} from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

/** Increased when the meaning of the stored format changes. */
const formatNumber = 1;

/** Maximum size of a record, in bytes. */
const maxRecordBytes = 500_000_000;

/**
 * Stores the last pack in `last-pack.json`, readable only by its user. Registers the text of every pack as packed text,
 * so that it is not a source of another pack when it is saved in the workspace.
 */
@injectable()
export class PackRecordFile implements IPackRecorder {
  constructor(
    @inject(IStateFolder) private readonly folder: Pick<IStateFolder, 'path' | 'prepare'>,
    @inject(IPackedTexts) private readonly packedTexts: IPackedTexts,
  ) {}

  async save(record: PackRecord, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    try {
      await this.folder.prepare();
      const text = JSON.stringify({ format: formatNumber, ...record });
      await Promise.all([
        replaceFile(this.path, [text], { isPrivate: true, isDerived: true }),
        isFileAsItIs(record.packed) ? undefined : this.packedTexts.remember(record.packed.content),
      ]);
    } catch (cause) {
      throw new LexichordError(
        ErrorCode.ioFailed,
        'The pack could not be saved to last-pack.json, so "context show" cannot explain it. Check the folder\'s permissions and the free disk space.',
        { cause },
      );
    }
  }

  async last({ signal }: CallOptions = {}): Promise<PackRecord | undefined> {
    return readLastPack(this.path, signal);
  }

  async version({ signal }: CallOptions = {}): Promise<string | undefined> {
    signal?.throwIfAborted();
    try {
      // Each save replaces the file by a new one.
      const found = await lstat(this.path, { bigint: true }).catch(ignoreMissing);
      return found && `${found.ino}:${found.mtimeNs}:${found.size}`;
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  private get path(): string {
    return packRecordPath(this.folder);
  }
}

/** @throws {LexichordError} if a record exists and cannot be read; the signal's reason */
async function readLastPack(path: string, signal: AbortSignal | undefined): Promise<PackRecord | undefined> {
  signal?.throwIfAborted();
  const file = await readPlainFile(path, maxRecordBytes).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (file === undefined) return undefined;
  const { readPackRecord } = await import('./read-pack-record.js');
  return readPackRecord(file.bytes.toString('utf8'), formatNumber);
}

function unreadable(cause: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    'The last pack cannot be explained: last-pack.json cannot be read or is not a regular file. Remove it, and run "lexichord pack" again.',
    { cause },
  );
}

function packRecordPath({ path }: Pick<IStateFolder, 'path'>): string {
  return join(path, 'last-pack.json');
}

/**
 * Whether a text has lines of a file at their line numbers in that file. Then a custom template shows only the lines,
 * and the text may equal the whole file, which must stay a source.
 */
function isFileAsItIs({ content, includedChunks }: PackRecord['packed']): boolean {
  const lines = new LineIndex(content);
  return includedChunks.some(({ id, startLine, endLine }) => {
    if (endLine > lines.count) return false;
    return id.endsWith(`@${chunkHash(content.slice(lines.start(startLine - 1), lines.start(endLine)))}`);
  });
}

/** Checks whether the record of the last pack can be read; with repairs, removes an unreadable one. */
@injectable()
export class PackRecordCheck implements IStateCheck {
  constructor(@inject(IStateFolder) private readonly folder: Pick<IStateFolder, 'path'>) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal, repairs = false } = options;
    const tally = new CheckTally({ kind: 'last-pack', name: 'record of the last pack' }, options);
    const path = packRecordPath(this.folder);
    try {
      if ((await readLastPack(path, signal)) !== undefined) tally.count();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      tally.count();
      if (repairs) await rm(path, { recursive: true, force: true });
      const problem = repairs ? 'It could not be read, and was removed.' : error.message;
      tally.find({ subject: path, problem, isMended: repairs });
    }
    return [tally.report()];
  }
}
