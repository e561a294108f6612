import { basename, dirname, sep } from 'node:path';

import { flushFile, flushFolder, flushFolderAndAbove, ignoreMissing } from '@lexichord/platform/internal';

import { sumDeletions } from '../database/deletion-files.js';
import { type ManifestFile, listFolder, listManifests, tableFolder } from '../database/table-files.js';
import type { FileSums } from './file-sums.js';
import { isFlushMark, removeOtherMarks, writeFlushMark } from './flush-marks.js';

/** Functions that flush files and folders; tests replace them. */
export interface Flush {
  readonly file: (path: string) => Promise<void>;
  readonly folder: (path: string) => Promise<void>;
}

/** The only file of a table that every commit replaces. */
const rewrittenFile = 'latest_version_hint.json';

/** Maximum number of files flushed at the same time: more do not make a disk faster. */
const atOnce = 8;

/**
 * Flushes the files that the store's library wrote. The library leaves that to the operating system, which takes half a
 * minute; a power cut before loses commits, or leaves empty files in their place.
 *
 * All files of a table but one never change, so each is flushed once. Files of other processes are flushed with the
 * first commit of this one, which may depend on them; files that were cleaned up meanwhile are not needed.
 */
export class TableFlusher {
  /** Flushed paths, by table. */
  private readonly flushed = new Map<string, ReadonlySet<string>>();
  /** Sums of the lists of deleted rows, which never change, by table. */
  private readonly sums = new Map<string, FileSums>();

  /** @param root folder of the tables */
  constructor(
    private readonly root: string,
    private readonly flush: Flush = { file: flushFile, folder: flushFolder },
  ) {}

  /**
   * Flushes all current files of a table: data, then manifests, each with their folders, then the mark.
   *
   * @throws the errors of the file system; nothing counts as flushed then
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
