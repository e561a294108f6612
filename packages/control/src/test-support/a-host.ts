import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IClock, type ILexichordRuntime, ILogger, IStateFolder, type Token } from '@lexichord/abstractions';
import { ManualClock, PlainStateFolder, RecordingLogger } from '@lexichord/testing';

/** Services for a process that serves a workspace, in a folder of its own. */
export class AHost implements Pick<ILexichordRuntime, 'resolve'> {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-control-')));
  readonly state = join(this.folder, '.lexichord');
  readonly clock = new ManualClock();
  readonly logger = new RecordingLogger();
  private readonly services = new Map<Token<unknown>, unknown>([
    [IStateFolder, new PlainStateFolder(this.state)],
    [IClock, this.clock],
    [ILogger, this.logger],
  ]);

  resolve<T>(token: Token<T>): T {
    return this.services.get(token) as T;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
