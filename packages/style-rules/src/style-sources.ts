import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import {
  ErrorCode,
  type IWorkspaceFileReader,
  type IWorkspaceGuard,
  agentIgnoreFileName,
  isLexichordError,
} from '@lexichord/abstractions';
import { compareText, leavesForNetwork, relativeInside } from '@lexichord/platform/internal';

/** Maximum size of a style file, in bytes. */
export const maxStyleFileBytes = 256 * 1024;
/** Maximum number of style files, and of their bytes together. */
export const maxStyleFiles = 2_000;
const maxTotalBytes = 16 * 1024 * 1024;
/** Maximum depth of folders below a style's folder. */
const maxFolderDepth = 3;

/** The text of a file; neither field if the file is missing. */
export interface StyleFile {
  readonly text?: string;
  /** The reason for a missing text, one sentence. */
  readonly problem?: string;
}

/** Fingerprint of a path at the time of reading. Another value means that the path must be read again. */
type Stamp = string;

/**
 * Reads style files through the workspace guard and remembers the checked paths, so that a later change, also a new or
 * a removed file, is noticed without reading files.
 */
export class StyleSources {
  private readonly stamps = new Map<string, Stamp>();
  private files = 0;
  private bytes = 0;

  constructor(
    private readonly guard: IWorkspaceGuard,
    private readonly reader: IWorkspaceFileReader,
  ) {}

  /** @param path relative to the workspace, forward slashes */
  async read(path: string): Promise<StyleFile> {
    // A new denial must also affect files that were read before.
    await this.stamp(join(this.guard.root, agentIgnoreFileName));
    await this.stamp(join(this.guard.root, path));
    const hasRoom = this.files < maxStyleFiles;
    // Without room, only an empty file is read: the reader distinguishes missing, denied and too large files.
    const maxSizeBytes = hasRoom ? Math.min(maxStyleFileBytes, maxTotalBytes - this.bytes) : 0;
    try {
      const bytes = await this.reader.readBytes(path, { maxSizeBytes });
      this.files += 1;
      this.bytes += bytes.length;
      return { text: new TextDecoder().decode(bytes) };
    } catch (error) {
      if (!isLexichordError(error)) throw error;
      if (error.code === ErrorCode.notFound) return {};
      return {
        problem: error.code === ErrorCode.fileTooLarge ? sizeProblem(path, maxSizeBytes) : `${path}: ${error.message}`,
      };
    }
  }

  /**
   * The path of a folder as configured, relative to the workspace; undefined when it is outside, also through a link.
   */
  async folderInside(configured: string): Promise<string | undefined> {
    const absolute = resolve(this.guard.root, configured);
    if (leavesForNetwork(absolute, this.guard.root)) return undefined;
    const target = await realpath(absolute).catch(() => absolute);
    return relativeInside(this.guard.root, target);
  }

  /** Whether a folder exists. Links count as their targets inside the workspace. */
  async hasFolder(path: string): Promise<boolean> {
    const absolute = join(this.guard.root, path);
    await this.stamp(absolute);
    if ((await this.folderInside(path)) === undefined) return false;
    return stat(absolute).then(
      (found) => found.isDirectory(),
      () => false,
    );
  }

  /** Paths of the files below a folder whose names end in `.yml`, sorted. Links to folders are not followed. */
  async listRuleFiles(folder: string, depth = 0): Promise<readonly string[]> {
    const absolute = join(this.guard.root, folder);
    await this.stamp(absolute);
    const entries = await readdir(absolute, { withFileTypes: true }).catch(() => []);
    const paths: string[] = [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < maxFolderDepth) paths.push(...(await this.listRuleFiles(path, depth + 1)));
      else if (!entry.isDirectory() && entry.name.endsWith('.yml')) paths.push(path);
    }
    return paths.sort(compareText);
  }

  /** Whether every checked path is unchanged. Reads file times only. */
  async isUnchanged(): Promise<boolean> {
    const checks = await Promise.all([...this.stamps].map(async ([path, stamp]) => (await stampOf(path)) === stamp));
    return checks.every(Boolean);
  }

  /** Taken before reading, so that a change in between is noticed the next time. */
  private async stamp(absolutePath: string): Promise<void> {
    if (!this.stamps.has(absolutePath)) this.stamps.set(absolutePath, await stampOf(absolutePath));
  }
}

function sizeProblem(path: string, maxSizeBytes: number): string {
  return maxSizeBytes === maxStyleFileBytes
    ? `${path}: larger than ${maxStyleFileBytes} bytes; split it.`
    : `${path}: left out: there are too many style files, or too large ones.`;
}

async function stampOf(absolutePath: string): Promise<Stamp> {
  return stat(absolutePath).then(
    ({ ino, size, mtimeMs, ctimeMs }) => `${ino}:${size}:${mtimeMs}:${ctimeMs}`,
    () => 'absent',
  );
}
