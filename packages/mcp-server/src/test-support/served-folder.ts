import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { type RuntimeOptions, createRuntime, developmentLicense } from '@lexichord/runtime';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

/** A workspace with a few files, and its runtimes; removed at the end of a test. */
export class ServedFolder {
  private readonly opened: ILexichordRuntime[] = [];
  readonly logger = new RecordingLogger();

  /** @param parent made for this workspace alone, so that a test may write beside it */
  private constructor(
    private readonly parent: string,
    readonly path: string,
  ) {}

  static async create(files: Readonly<Record<string, string>>): Promise<ServedFolder> {
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-mcp-')));
    const folder = new ServedFolder(parent, join(parent, 'workspace'));
    await mkdir(folder.path);
    for (const [path, content] of Object.entries(files)) await folder.write(path, content);
    return folder;
  }

  async write(path: string, content: string): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  /** With everything that a licence can open, unless the options say otherwise. */
  async open(options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    const runtime = await createRuntime({
      workspaceRoot: this.path,
      license: developmentLicense,
      cacheFolder: join(this.path, '.cache'),
      logger: this.logger,
      clock: new PatientClock(),
      ...options,
    });
    this.opened.push(runtime);
    return runtime;
  }

  async dispose(): Promise<void> {
    for (const runtime of this.opened.splice(0)) await runtime.dispose();
    await rm(this.parent, { recursive: true, force: true });
  }
}
