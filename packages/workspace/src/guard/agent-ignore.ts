import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ErrorCode, LexichordError, PathDeniedError, agentIgnoreFileName } from '@lexichord/abstractions';
import { openedPath, relativeInside } from '@lexichord/platform/internal';

import { BoundedIgnore } from './bounded-ignore.js';
import { errnoOf } from './file-system-errors.js';

const maxFileBytes = 1_000_000;

/**
 * The rules of `.agentignore`, read again when its modification time or size changes. They can add denials only: they
 * are asked beside the built-in and the configured ones, so that a `!line` lifts nothing but an earlier line of the
 * same file.
 *
 * A file that exists but cannot be read stops every read: it may say what must stay private. So does a link that leads
 * out of the workspace: the author of the workspace would choose which of the user's files is read.
 */
export class AgentIgnore {
  private readonly filePath: string;
  private rules: BoundedIgnore | undefined;
  /** Of the file that `rules` were read from; `undefined` before the first look. */
  private readVersion: string | undefined;

  /** @param root links resolved */
  constructor(private readonly root: string) {
    this.filePath = join(root, agentIgnoreFileName);
  }

  /**
   * Brings the rules up to date. On this thread: it is asked for with every file, and to hand the question to another
   * thread costs a hundred times what the answer does.
   *
   * @throws {LexichordError} `io-failed`, `invalid-configuration`, `path-denied`
   */
  refresh(): void {
    this.apply(lookAt(this.filePath));
  }

  /** Whether the rules rule the path out, as of the last refresh; the first call reads them if there was none. */
  ignores(relativePath: string): boolean {
    if (this.readVersion === undefined) this.refresh();
    return this.rules?.test(relativePath) === 'ignored';
  }

  private apply(stats: BigIntStats | undefined): void {
    const version = stats === undefined ? 'absent' : `${stats.mtimeNs}:${stats.ctimeNs}:${stats.size}`;
    if (version === this.readVersion) return;

    this.rules = stats === undefined ? undefined : BoundedIgnore.parse(this.read());
    this.readVersion = version;
  }

  private read(): string {
    try {
      // A pipe that has replaced the file is not waited for. The flag is missing on Windows and then counts as 0.
      const descriptor = openSync(this.filePath, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        this.requireRules(descriptor);
        return readFileSync(descriptor, 'utf8');
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw error instanceof LexichordError ? error : unreadable(error);
    }
  }

  private requireRules(descriptor: number): void {
    const path = openedPath(descriptor) ?? realpathSync.native(this.filePath);
    if (relativeInside(this.root, path) === undefined) {
      const reason = 'it is a link to a file outside the workspace; replace it with a file';
      throw new PathDeniedError(agentIgnoreFileName, reason);
    }
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile() || stats.size > maxFileBytes) {
      throw new LexichordError(
        ErrorCode.invalidConfiguration,
        `${agentIgnoreFileName} must be a regular file of at most ${maxFileBytes} bytes. Correct it or remove it.`,
      );
    }
  }
}

function lookAt(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `${agentIgnoreFileName} exists but cannot be read, so no file is read. Correct its permissions or remove it.`,
    { details: { reason: errnoOf(cause) ?? 'unknown' }, cause },
  );
}
