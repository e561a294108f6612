import 'reflect-metadata';
import { join } from 'node:path';
import {
  type CallOptions,
  ErrorCode,
  type IPackRecorder,
  IStateFolder,
  LexichordError,
  type PackRecord,
} from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform';
import { inject, injectable } from 'tsyringe';

/** Raised when what is stored changes its meaning. */
const formatNumber = 1;

/** A larger file is none of ours. */
const largestRecordBytes = 500_000_000;

/** Keeps the last pack in `last-pack.json`, for its user alone. */
@injectable()
export class PackRecordFile implements IPackRecorder {
  constructor(@inject(IStateFolder) private readonly folder: IStateFolder) {}

  async save(record: PackRecord, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    try {
      await this.folder.prepare();
      await replaceFile(this.path, [JSON.stringify({ format: formatNumber, ...record })], { isPrivate: true });
    } catch (cause) {
      throw new LexichordError(
        ErrorCode.ioFailed,
        'The pack could not be kept in last-pack.json, so that "context show" cannot explain it. Check the folder\'s permissions and the room on the disk.',
        { cause },
      );
    }
  }

  async last({ signal }: CallOptions = {}): Promise<PackRecord | undefined> {
    signal?.throwIfAborted();
    try {
      const file = await readPlainFile(this.path, largestRecordBytes);
      if (file === undefined) return undefined;
      const { format, ...record } = JSON.parse(file.bytes.toString('utf8')) as PackRecord & {
        readonly format?: unknown;
      };
      // Written by this program and by no other, all at once: the format is enough to know the rest.
      return format === formatNumber ? record : undefined;
    } catch {
      // A copy of what was printed: without it there is nothing to explain.
      return undefined;
    }
  }

  private get path(): string {
    return join(this.folder.path, 'last-pack.json');
  }
}
