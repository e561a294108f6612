import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { developmentLicense } from '@lexichord/license';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { createRuntime } from '../create-runtime.js';
import type { RuntimeOptions } from '../runtime-options.js';

/** Runtimes over a workspace of their own, which is removed at the end of a test. */
export class TemporaryRuntimes {
  private readonly opened: ILexichordRuntime[] = [];

  private constructor(readonly folder: string) {}

  static async create(): Promise<TemporaryRuntimes> {
    return new TemporaryRuntimes(await realpath(await mkdtemp(join(tmpdir(), 'lexichord-runtime-'))));
  }

  /** With everything that a licence can open, unless the options say otherwise. */
  async open(options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    const runtime = await createRuntime({
      workspaceRoot: this.folder,
      license: developmentLicense,
      cacheFolder: join(this.folder, 'cache'),
      logger: new RecordingLogger(),
      clock: new PatientClock(),
      ...options,
    });
    this.opened.push(runtime);
    return runtime;
  }

  /** Writes a file of the workspace. */
  async write(path: string, content: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  async dispose(): Promise<void> {
    for (const runtime of this.opened.splice(0)) await runtime.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}
