import { createInterface } from 'node:readline';

import { type ScriptProcess, ScriptProcesses } from '@lexichord/testing';

/** A process with an open workspace that indexes it when told. */
export class IndexProcess {
  private readonly lines: AsyncIterator<string>;

  constructor(private readonly process: ScriptProcess) {
    this.lines = createInterface(process.child.stdout)[Symbol.asyncIterator]();
  }

  /** Resolves when the workspace is open. */
  async ready(): Promise<void> {
    expect((await this.lines.next()).value).toBe('ready');
  }

  begin(): void {
    this.process.child.stdin.write('\n');
  }

  /** The report, or the error, that the run ended with; `undefined` when it was killed before. */
  async outcome(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const line: IteratorResult<string, unknown> = await this.lines.next();
    await this.process.exited;
    return line.done === true ? undefined : (JSON.parse(line.value) as Record<string, unknown>);
  }

  kill(): void {
    this.process.child.kill('SIGKILL');
  }
}

/** Starts processes that run the sources. */
export class IndexProcesses {
  private readonly processes = new ScriptProcesses();

  start(
    workspaceRoot: string,
    { mode = '', limits }: { readonly mode?: 'rebuild' | ''; readonly limits?: string } = {},
  ): IndexProcess {
    const script = new URL('index-in-child.ts', import.meta.url);
    return new IndexProcess(this.processes.start(script, [workspaceRoot, mode], { limits }));
  }

  dispose(): Promise<void> {
    return this.processes.dispose();
  }
}
