import { basename, dirname, sep } from 'node:path';

import { flushFile, flushFolder, flushFolderAndAbove, ignoreMissing } from '@lexichord/platform/internal';

import { sumDeletions } from '../database/deletion-files.js';
import { type ManifestFile, listFolder, listManifests, tableFolder } from '../database/table-files.js';
import type { FileSums } from './file-sums.js';
import { isFlushMark, removeOtherMarks, writeFlushMark } from './flush-marks.js';

/** How files and folders are flushed; other ways are for tests. */
export interface Flush {
  readonly file: (path: string) => Promise<void>;
  readonly folder: (path: string) => Promise<void>;
}

/** The one file of a table that every commit replaces. */
const rewrittenFile = 'latest_version_hint.json';

/** Files that are flushed at the same time: more do not make a disk faster. */
const atOnce = 8;

/**
 * Brings what the store's library wrote to the disk: the library itself leaves that to the operating system, which takes
 * half a minute, and a power cut before loses commits, or leaves empty files in place of them.
 *
 * Files of a table are never changed once they are there, but for one, so each is flushed once. What other processes
 * wrote before is flushed with the first commit of this one, which may rest on files that were not waited for; files
 * that were cleaned up meanwhile are not needed.
 */
export class TableFlusher {
  /** By table. */
  private readonly flushed = new Map<string, ReadonlySet<string>>();
  /** By table, of its lists of deleted rows: none is changed once it is there. */
  private readonly sums = new Map<string, FileSums>();

  /** @param root folder of the tables */
  constructor(
    private readonly root: string,
    private readonly flush: Flush = { file: flushFile, folder: flushFolder },
  ) {}

  /**
   * Returns when everything that a table has now is on the disk: data, then manifests, each with the folders that name
   * them, then the mark that says so.
   *
   * @throws what the file system throws; nothing counts as flushed then
   */
  async flushTable(tableName: string): Promise<void> {
    const folder = tableFolder(this.root, tableName);
    const before = this.flushed.get(tableName);
    const [newest] = await listManifests(folder);
    const { files, folders } = await listFolder(folder);
    if (files.length === 0) return this.flushRemoval(tableName);
    const added = files.filter((path) => before?.has(path) !== true && !isFlushMark(basename(path)));
    const isManifest = (path: string): boolean => path.includes(`${sep}_versions${sep}`);
    const [data, manifests] = [added.filter((path) => !isManifest(path)), added.filter(isManifest)];
    await this.flushFiles(data);
    await this.flushFolders(data.flatMap((path) => [dirname(path), dirname(dirname(path))]));
    await this.flushFiles(manifests);
    await this.flushFolders(manifests.map(dirname));
    if (before === undefined) await this.flushFolders([...folders, folder]);
    if (newest !== undefined) await this.mark(tableName, newest);
    await this.flushFolders([folder]);
    // A new folder is an entry of its parent, which has to be flushed, too.
    if (before === undefined) await flushFolderAndAbove(dirname(folder), this.flush.folder);
    if (newest !== undefined) await removeOtherMarks(folder, newest.version);
    this.flushed.set(tableName, new Set(files.filter((path) => basename(path) !== rewrittenFile)));
  }

  private async mark(tableName: string, { path, version }: ManifestFile): Promise<void> {
    const folder = tableFolder(this.root, tableName);
    const sums = await sumDeletions(folder, path, this.sums.get(tableName));
    this.sums.set(tableName, sums);
    await writeFlushMark(folder, version, sums);
  }

  private async flushRemoval(tableName: string): Promise<void> {
    this.flushed.delete(tableName);
    this.sums.delete(tableName);
    await this.flush.folder(this.root).catch(ignoreMissing);
  }

  private async flushFiles(files: readonly string[]): Promise<void> {
    for (let start = 0; start < files.length; start += atOnce) {
      await Promise.all(files.slice(start, start + atOnce).map((path) => this.flush.file(path).catch(ignoreMissing)));
    }
  }

  private async flushFolders(folders: readonly string[]): Promise<void> {
    for (const folder of new Set(folders)) await this.flush.folder(folder).catch(ignoreMissing);
  }
}
