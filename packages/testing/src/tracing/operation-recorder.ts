import { resolve, sep } from 'node:path';

import { DiskModel } from './disk-model.js';
import type { DataOperation, DiskOperation, Name, NameOperation } from './disk-operation.js';
import { type Descriptor, type TracedCall, descriptorIn, pathsIn, stringsIn } from './traced-calls.js';

/** An open file: descriptors that were duplicated share it. */
interface OpenFile {
  readonly node: number;
  readonly appends: boolean;
  position: number;
}

/** Ways to change a file that the recorder cannot follow. Nothing of ours uses one; a library that begins to would be noticed. */
const notFollowed: readonly string[] = [
  ...['sendfile', 'splice', 'fallocate', 'truncate', 'pwritev', 'pwritev2'],
  ...['symlink', 'symlinkat', 'io_uring_enter'],
];

/** Turns traced calls into what they did to one folder, and keeps what the folder holds, flushed or not. */
export class OperationRecorder {
  readonly operations: DiskOperation[] = [];
  /** As processes see it. */
  readonly model = DiskModel.empty();
  private nodes = DiskModel.root + 1;
  /** By descriptor and node: threads share descriptors, and other processes have other files under the same number. */
  private readonly open = new Map<string, OpenFile>();
  /** How many operations there were when so many calls had returned, in this trace. */
  private operationsAfter: number[] = [];
  private operationsBefore = 0;
  /** By the name of the call. */
  private readonly followers = new Map<string, (call: TracedCall) => void>();

  /** @param root absolute, links resolved */
  constructor(private readonly root: string) {
    const follow = (names: readonly string[], follower: (call: TracedCall) => void): void => {
      for (const name of names) this.followers.set(name, follower);
    };
    follow(['open', 'openat', 'openat2', 'creat'], (call) => this.openFile(call));
    follow(['mkdir', 'mkdirat'], (call) => this.makeFolder(call));
    follow(['link', 'linkat', 'rename', 'renameat', 'renameat2'], (call) => this.moveOrLink(call));
    follow(['unlink', 'unlinkat', 'rmdir'], (call) => this.remove(call));
    follow(['dup', 'dup2', 'dup3', 'fcntl'], (call) => this.duplicate(call));
    follow(['lseek'], (call) => this.seek(call));
    follow(['write', 'writev', 'pwrite64', 'ftruncate'], (call) => this.change(call));
    follow(['copy_file_range'], (call) => this.copy(call));
    follow(['fsync', 'fdatasync'], (call) => this.recordFlush(call));
    follow(['mmap'], (call) => this.requireNoSharedWrites(call));
  }

  /** Names of the calls that a trace must have. */
  get calls(): readonly string[] {
    return [...this.followers.keys(), ...notFollowed];
  }

  /** To be called before the calls of another trace. */
  begin(): void {
    this.operationsAfter = [];
    this.operationsBefore = this.operations.length;
    this.open.clear();
  }

  /**
   * @returns whether it wrote to standard output
   * @throws {TypeError} for a call that changes a file in a way that is not followed
   */
  follow(call: TracedCall): boolean {
    if (!call.result.startsWith('-1')) this.record(call);
    this.operationsAfter.push(this.operations.length);
    return (
      call.name.startsWith('write') && call.args.startsWith('1<') && this.nodeOf(descriptorIn(call.args)) === undefined
    );
  }

  /** Makes a file or folder that is on the disk from the beginning. */
  settle(path: string, content: Buffer | undefined): void {
    const at = this.locate(path);
    if (at === undefined || this.model.find(this.partsOf(path)) !== undefined) return;
    const node = this.make(at, path, content === undefined);
    if (content !== undefined && content.length > 0) this.add({ kind: 'write', node, offset: 0, data: content, path });
    this.flush(node, path, this.operations.length);
    this.flush(at.folder, path, this.operations.length);
  }

  private record(call: TracedCall): void {
    const follow = this.followers.get(call.name);
    if (follow === undefined) this.requireElsewhere(call);
    else follow(call);
  }

  private openFile({ name, args, result }: TracedCall): void {
    const [path = ''] = this.pathsOf(args);
    const opened = descriptorIn(result);
    const at = this.locate(path);
    if (at === undefined || opened === undefined) return;
    const isTruncated = name === 'creat' || args.includes('O_TRUNC');
    const existing = this.model.find(this.partsOf(path));
    const mayMake = name === 'creat' || args.includes('O_CREAT');
    if ((existing === undefined && !mayMake) || args.includes('O_TMPFILE')) {
      throw new TypeError(`A trace cannot be followed: "${path}" is opened, and nobody made it.`);
    }
    const node = existing ?? this.make(at, path, false);
    if (isTruncated && this.model.contentOf(node).length > 0) this.add({ kind: 'truncate', node, size: 0, path });
    this.open.set(`${opened.number} ${node}`, { node, appends: args.includes('O_APPEND'), position: 0 });
  }

  private makeFolder({ args }: TracedCall): void {
    const [path = ''] = this.pathsOf(args);
    const at = this.locate(path);
    if (at !== undefined) this.make(at, path, true);
  }

  private make(at: Name, path: string, isFolder: boolean): number {
    const node = this.nodes++;
    this.add({ kind: 'name', node, at, isFolder, path });
    return node;
  }

  private moveOrLink({ name, args }: TracedCall): void {
    const [path = '', other = ''] = this.pathsOf(args);
    const [from, at] = [this.locate(path), this.locate(other)];
    const node = this.model.find(this.partsOf(path));
    if (from === undefined && at === undefined) return;
    if (from === undefined || at === undefined || node === undefined || args.includes('RENAME_EXCHANGE')) {
      throw new TypeError(`A trace cannot be followed: ${name} of "${path}" to "${other}".`);
    }
    if (!name.startsWith('link')) this.add({ kind: 'rename', node, from, at, path: other });
    else this.add({ kind: 'name', node, at, isFolder: false, path: other });
  }

  private remove({ args }: TracedCall): void {
    const [path = ''] = this.pathsOf(args);
    const at = this.locate(path);
    const node = this.model.find(this.partsOf(path));
    if (at !== undefined && node !== undefined) this.add({ kind: 'remove', node, at, path });
  }

  private duplicate({ name, args, result }: TracedCall): void {
    if (name === 'fcntl' && !args.includes('F_DUPFD')) return;
    const [from, to] = [descriptorIn(args), descriptorIn(result)];
    const node = this.nodeOf(from);
    const file = node === undefined ? undefined : this.open.get(`${from?.number} ${node}`);
    if (file !== undefined && to !== undefined) this.open.set(`${to.number} ${node}`, file);
  }

  private seek({ args, result }: TracedCall): void {
    const file = this.openFileOf(descriptorIn(args));
    if (file !== undefined) file.position = Number(result);
  }

  private change(call: TracedCall): void {
    const { name, args, result } = call;
    const opened = descriptorIn(args);
    const node = this.nodeOf(opened);
    if (opened === undefined || node === undefined) return;
    const { path } = opened;
    if (name === 'ftruncate') {
      this.add({ kind: 'truncate', node, size: Number(args.slice(args.lastIndexOf(',') + 1)), path });
      return;
    }
    const data = Buffer.concat(stringsIn(args)).subarray(0, Number(result));
    if (name === 'pwrite64') {
      this.add({ kind: 'write', node, offset: Number(args.slice(args.lastIndexOf(',') + 1)), data, path });
      return;
    }
    const file = this.openFileOf(opened);
    if (file === undefined) throw new TypeError(`A trace cannot be followed: "${path}" was opened before it began.`);
    const offset = file.appends ? this.model.contentOf(node).length : file.position;
    file.position = offset + data.length;
    if (data.length > 0) this.add({ kind: 'write', node, offset, data, path });
  }

  /** From a file of the folder to another; a position that is not given is that of the open file. */
  private copy({ args, result }: TracedCall): void {
    const [, from = '', fromAt = '', to = '', toAt = ''] = /^(\S+), (\S+), (\S+), (\S+), /u.exec(args) ?? [];
    const [source, target] = [descriptorIn(from), descriptorIn(to)];
    const [node, copied] = [this.nodeOf(source), this.nodeOf(target)];
    if (target === undefined || copied === undefined) return;
    const content = node === undefined ? undefined : this.model.contentOf(node);
    if (content === undefined)
      throw new TypeError(`A trace cannot be followed: "${target.path}" is copied from elsewhere.`);
    const length = Number(result);
    const start = this.advance(source, fromAt, length);
    const data = content.subarray(start, start + length);
    this.add({ kind: 'write', node: copied, offset: this.advance(target, toAt, length), data, path: target.path });
  }

  /** Start offset of a call in a file: `[number]`, or else the position of the open file, which advances. */
  private advance(opened: Descriptor | undefined, at: string, length: number): number {
    const given = /^\[(\d+)/u.exec(at)?.[1];
    const file = this.openFileOf(opened);
    if (given !== undefined || file === undefined) return Number(given ?? 0);
    file.position += length;
    return file.position - length;
  }

  private recordFlush({ args, returnedBefore }: TracedCall): void {
    const opened = descriptorIn(args);
    const node = opened?.path === this.root ? DiskModel.root : this.nodeOf(opened);
    if (opened === undefined || node === undefined) return;
    // What others did while it was under way may have come too late for it.
    const covers = this.operationsAfter[returnedBefore - 1] ?? this.operationsBefore;
    this.flush(node, opened.path, covers);
  }

  private requireNoSharedWrites({ args }: TracedCall): void {
    const mapped = /, (\d+<.*)$/u.exec(args)?.[1];
    if (!args.includes('MAP_SHARED') || !args.includes('PROT_WRITE') || mapped === undefined) return;
    const { path } = descriptorIn(mapped) ?? { path: '' };
    if (this.holds(path)) throw new TypeError(`A trace cannot be followed: "${path}" is written through memory.`);
  }

  private requireElsewhere({ name, args }: TracedCall): void {
    const opened = args.match(/\d+<(?:\\x[0-9a-f]{2})*>/gu) ?? [];
    const paths = [...this.pathsOf(args), ...opened.map((one) => descriptorIn(one)?.path ?? '')];
    if (name === 'io_uring_enter' || paths.some((path) => this.holds(path))) {
      throw new TypeError(`A trace cannot be followed: ${name} changes files.`);
    }
  }

  private add(operation: DataOperation | NameOperation): void {
    this.operations.push(operation);
    this.model.apply(operation);
  }

  private flush(node: number, path: string, covers: number): void {
    this.operations.push({ kind: 'flush', node, covers, path });
  }

  /** Absolute, each from the folder that stands before it. */
  private pathsOf(args: string): readonly string[] {
    return pathsIn(args).map(({ base, path }) => resolve(base ?? this.root, path));
  }

  private holds(path: string): boolean {
    return path.startsWith(this.root + sep);
  }

  private partsOf(path: string): readonly string[] {
    return path.slice(this.root.length + 1).split(sep);
  }

  /** The name of a path in the folder; `undefined` for one elsewhere, or in a folder that does not exist. */
  private locate(path: string): Name | undefined {
    if (!this.holds(path)) return undefined;
    const parts = this.partsOf(path);
    const folder = this.model.find(parts.slice(0, -1));
    return folder === undefined ? undefined : { folder, name: parts.at(-1) ?? '' };
  }

  private nodeOf(opened: Descriptor | undefined): number | undefined {
    if (opened === undefined || opened.isDeleted || !this.holds(opened.path)) return undefined;
    return this.model.find(this.partsOf(opened.path));
  }

  private openFileOf(opened: Descriptor | undefined): OpenFile | undefined {
    const node = this.nodeOf(opened);
    return node === undefined ? undefined : this.open.get(`${opened?.number} ${node}`);
  }
}
