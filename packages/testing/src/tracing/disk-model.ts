import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DataOperation, NameOperation } from './disk-operation.js';

const empty = Buffer.alloc(0);
const hashes = new WeakMap<Buffer, string>();

/** Contents of a disk, in memory: names in folders, and the data of files. A copy shares everything unchanged. */
export class DiskModel {
  /** Number of the folder that everything is in. */
  static readonly root = 0;

  private constructor(
    private readonly folders: Map<number, ReadonlyMap<string, number>>,
    private readonly files: Map<number, Buffer>,
  ) {}

  static empty(): DiskModel {
    return new DiskModel(new Map([[DiskModel.root, new Map()]]), new Map());
  }

  copy(): DiskModel {
    return new DiskModel(new Map(this.folders), new Map(this.files));
  }

  apply(operation: DataOperation | NameOperation): void {
    switch (operation.kind) {
      case 'write': {
        this.write(operation.node, operation.offset, operation.data);
        return;
      }
      case 'truncate': {
        this.truncate(operation.node, operation.size);
        return;
      }
      case 'name':
        // A name that comes to the disk before what it stands for finds an empty file, or folder.
        if (operation.isFolder) this.folders.set(operation.node, this.folders.get(operation.node) ?? new Map());
        {
          this.change(operation.at.folder, (names) => names.set(operation.at.name, operation.node));
          return;
        }
      case 'rename':
        this.change(operation.from.folder, (names) => names.delete(operation.from.name));
        {
          this.change(operation.at.folder, (names) => names.set(operation.at.name, operation.node));
          return;
        }
      case 'remove': {
        this.change(operation.at.folder, (names) => names.delete(operation.at.name));
        return;
      }
    }
  }

  /** The node of a path; `undefined` when there is nothing. */
  find(parts: readonly string[]): number | undefined {
    let node: number | undefined = DiskModel.root;
    for (const part of parts) node = node === undefined ? undefined : this.folders.get(node)?.get(part);
    return node;
  }

  isFolder(node: number): boolean {
    return this.folders.has(node);
  }

  contentOf(file: number): Buffer {
    return this.files.get(file) ?? empty;
  }

  /** Every path with what is there: a file's bytes, or `undefined` for a folder; folders before what is in them. */
  *entries(): Generator<readonly [path: string, content: Buffer | undefined]> {
    yield* this.entriesIn(DiskModel.root, '');
  }

  /** The same for two disks that hold the same. */
  hash(): string {
    const hash = createHash('sha256');
    for (const [path, content] of this.entries()) {
      hash.update(`${path}\0${content === undefined ? '' : hashOf(content)}\0`);
    }
    return hash.digest('hex');
  }

  /** Puts everything into a folder that is empty. */
  writeTo(folder: string): void {
    for (const [path, content] of this.entries()) {
      if (content === undefined) mkdirSync(join(folder, path), { mode: 0o700 });
      else writeFileSync(join(folder, path), content, { mode: 0o600 });
    }
  }

  private *entriesIn(node: number, above: string): Generator<readonly [string, Buffer | undefined]> {
    const names = [...(this.folders.get(node) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, inner] of names) {
      const path = above + name;
      if (!this.folders.has(inner)) yield [path, this.files.get(inner) ?? empty];
      else {
        yield [path, undefined];
        yield* this.entriesIn(inner, `${path}/`);
      }
    }
  }

  private write(node: number, offset: number, data: Buffer): void {
    const before = this.files.get(node) ?? empty;
    if (before.length === 0 && offset === 0) return void this.files.set(node, data);
    // A part that was not written holds zeros.
    const after = Buffer.alloc(Math.max(before.length, offset + data.length));
    before.copy(after);
    data.copy(after, offset);
    this.files.set(node, after);
  }

  private truncate(node: number, size: number): void {
    const after = Buffer.alloc(size);
    (this.files.get(node) ?? empty).copy(after);
    this.files.set(node, after);
  }

  private change(folder: number, edit: (names: Map<string, number>) => unknown): void {
    const names = new Map(this.folders.get(folder));
    edit(names);
    this.folders.set(folder, names);
  }
}

function hashOf(content: Buffer): string {
  let hash = hashes.get(content);
  if (hash === undefined) hashes.set(content, (hash = createHash('sha256').update(content).digest('hex')));
  return hash;
}
