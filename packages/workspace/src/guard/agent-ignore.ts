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
 * The rules of `.agentignore`, read again when its modification time, change time or size changes. They can only add
 * denials to the built-in and the configured ones: a `!line` overrides only earlier lines of the same file.
 *
 * A file that exists but cannot be read stops every read, because it may name private files. So does a link out of the
 * workspace: the author of the workspace would choose which of the user's files is read.
 */
export class AgentIgnore {
  private readonly filePath: string;
  private rules: BoundedIgnore | undefined;
  /** Version of the file that `rules` were read from; `undefined` before the first refresh. */
  private readVersion: string | undefined;

  /** @param root absolute path with links resolved */
  constructor(private readonly root: string) {
    this.filePath = join(root, agentIgnoreFileName);
  }

  /**
   * Updates the rules. Synchronous: it runs for every file, and a call on another thread costs a hundred times as much.
   *
   * @throws {LexichordError} `io-failed`, `invalid-configuration`, `path-denied`
   */
  refresh(): void {
    this.apply(lookAt(this.filePath));
  }

  /** Whether the rules of the last refresh deny a path; the first call refreshes if needed. */
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
      // Does not block if a pipe has replaced the file. The flag is missing on Windows and then counts as 0.
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
