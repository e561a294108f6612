import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

/** What a traced command did. */
export interface TracedRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const calls = [
  ...['open', 'openat', 'creat', 'mkdir', 'mkdirat', 'rename', 'renameat', 'renameat2', 'link', 'linkat'],
  ...['unlink', 'unlinkat', 'rmdir', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate'],
  ...['fsync', 'fdatasync'],
];

/**
 * A folder of which is known what a power cut would leave: everything that commands do there goes through `strace`. Of the
 * disk the worst is assumed: what was written to a file is there once the file was flushed, and a new name once its folder
 * was. A name that was taken away is gone at once.
 */
export class TracedDisk {
  /** Files whose last write was not flushed. */
  private readonly dirty = new Set<string>();
  /** Files and folders whose name was made since their folder was flushed. */
  private readonly unnamed = new Set<string>();
  /** Opening one of these makes no new name. */
  private readonly known = new Set<string>();

  /** @param root absolute, links resolved */
  constructor(readonly root: string) {}

  /** Whether commands can be traced on this machine. */
  static isPossible(): boolean {
    return spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
  }

  /** Runs a command in the folder and waits for its end. */
  async run(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<TracedRun> {
    const folder = mkdtempSync(join(tmpdir(), 'lexichord-trace-'));
    const log = join(folder, 'calls');
    try {
      const trace = ['-f', '-y', '-qq', '-s', '0', '-o', log, '-e', `trace=${calls.join(',')}`];
      const child = spawn('strace', [...trace, ...argv], { cwd: this.root, env: environment });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
      for (const call of finishedCalls(readFileSync(log, 'utf8'))) this.follow(call);
      return { exitCode, stdout, stderr };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Takes what was put there without a trace for what the disk has. */
  settle(): void {
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      this.known.add(join(entry.parentPath, entry.name));
    }
  }

  /** Copies the folder as it would be after a power cut now. */
  cutPower(copy: string): void {
    cpSync(this.root, copy, { recursive: true });
    const place = (path: string): string => join(copy, relative(this.root, path));
    for (const path of this.unnamed) rmSync(place(path), { recursive: true, force: true });
    for (const path of this.dirty) if (existsSync(place(path))) truncateSync(place(path));
  }

  private follow(call: string): void {
    const [, name = '', rest = ''] = /^(\w+)\((.*)$/su.exec(call) ?? [];
    if (/= -1 E\w+/u.test(rest)) return;
    const [path = '', other = ''] = this.pathsIn(rest);
    const opened = /^\d+<([^>]*)>/u.exec(rest)?.[1] ?? '';
    switch (name) {
      case 'open':
      case 'openat':
      case 'creat':
        if (name === 'creat' || rest.includes('O_CREAT')) this.make(path);
        if (rest.includes('O_TRUNC')) this.write(path);
        return;
      case 'mkdir':
      case 'mkdirat':
        this.name(path);
        return;
      case 'link':
      case 'linkat':
        this.share(path, other);
        return;
      case 'rename':
      case 'renameat':
      case 'renameat2':
        this.share(path, other);
        this.forget(path);
        return;
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        this.forget(path);
        return;
      case 'fsync':
      case 'fdatasync':
        this.flush(opened);
        return;
      default:
        this.write(opened);
        return;
    }
  }

  /** Paths that a call names, each from the folder that stands before it. */
  private pathsIn(rest: string): readonly string[] {
    const named = rest.matchAll(/(?:(?:AT_FDCWD|\d+)<(?<base>[^>]*)>, )?"(?<path>(?:[^"\\]|\\.)*)"/gu);
    return [...named].map(({ groups }) => resolve(groups?.['base'] ?? this.root, groups?.['path'] ?? ''));
  }

  private make(path: string): void {
    if (this.known.has(path)) return;
    this.name(path);
    this.write(path);
  }

  private name(path: string): void {
    if (!this.holds(path)) return;
    this.known.add(path);
    this.unnamed.add(path);
  }

  private write(path: string): void {
    if (this.holds(path)) this.dirty.add(path);
  }

  /** A name more for what has one. */
  private share(path: string, other: string): void {
    this.name(other);
    if (this.dirty.has(path)) this.write(other);
    else this.dirty.delete(other);
  }

  private holds(path: string): boolean {
    return path.startsWith(`${this.root}/`);
  }

  private forget(path: string): void {
    this.known.delete(path);
    this.unnamed.delete(path);
    this.dirty.delete(path);
  }

  private flush(path: string): void {
    this.dirty.delete(path);
    for (const name of [...this.unnamed]) if (dirname(name) === path) this.unnamed.delete(name);
  }
}

/** Calls in the order of their ends; one that others interrupted is put together again. */
function* finishedCalls(log: string): Generator<string> {
  const begun = new Map<string, string>();
  for (const line of log.split('\n')) {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    const rest = /^<\.\.\. \w+ resumed>(.*)$/u.exec(text)?.[1];
    if (text.endsWith('<unfinished ...>')) begun.set(pid, text.slice(0, -'<unfinished ...>'.length));
    else if (rest !== undefined) yield `${begun.get(pid) ?? ''}${rest}`;
    else if (text !== '') yield text;
  }
}
