import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process with an open workspace that indexes it when told. */
export class IndexProcess {
  private readonly lines: AsyncIterator<string>;
  private readonly exited: Promise<unknown>;

  constructor(
    private readonly child: ChildProcess & {
      readonly stdin: NodeJS.WritableStream;
      readonly stdout: NodeJS.ReadableStream;
    },
  ) {
    this.exited = once(child, 'close');
    this.lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  /** Resolves when the workspace is open. */
  async ready(): Promise<void> {
    expect((await this.lines.next()).value).toBe('ready');
  }

  begin(): void {
    this.child.stdin.write('\n');
  }

  /** The report, or the error, that the run ended with; `undefined` when it was killed before. */
  async outcome(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const line: IteratorResult<string, unknown> = await this.lines.next();
    await this.exited;
    return line.done === true ? undefined : (JSON.parse(line.value) as Record<string, unknown>);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

/** Starts processes that run the sources; what they compile is kept for the next one. */
export class IndexProcesses {
  private compiled: string | undefined;
  private readonly children: IndexProcess[] = [];

  async start(
    workspaceRoot: string,
    { mode = '', limits = '' }: { readonly mode?: 'rebuild' | ''; readonly limits?: string } = {},
  ): Promise<IndexProcess> {
    this.compiled ??= await mkdtemp(join(tmpdir(), 'lexichord-compiled-'));
    const loader = new URL('../../../storage/src/test-support/fixtures/typescript-loader.mjs', import.meta.url).href;
    const script = fileURLToPath(new URL('index-in-child.ts', import.meta.url));
    const flags = ['--no-warnings', '--conditions=@lexichord/source', '--import', loader];
    // A shell, because limits are the shell's to set; it becomes the process.
    const command = [limits, 'exec "$0" "$@"'].filter((part) => part !== '').join('; ');
    const child = spawn('/bin/sh', ['-c', command, process.execPath, ...flags, script, workspaceRoot, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', LEXICHORD_COMPILED: this.compiled },
    });
    child.stdin.on('error', () => undefined);
    const started = new IndexProcess(child);
    this.children.push(started);
    return started;
  }

  async dispose(): Promise<void> {
    for (const child of this.children.splice(0)) child.kill();
    if (this.compiled !== undefined) await rm(this.compiled, { recursive: true, force: true });
  }
}
