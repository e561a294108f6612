import {
  type BackupSource,
  type CallOptions,
  IClock,
  IIdSource,
  type IKnowledgeArchive,
  type KnowledgeFinding,
  type KnowledgeMending,
  type KnowledgeRestoreReport,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { writeBackup } from '@lexichord/storage/internal';
import { inject, injectable } from 'tsyringe';

import { KnowledgeOptions } from '../knowledge-options.js';
import { backupContents, backUpFacts, restoreFacts } from './fact-backup.js';
import { findDamagedFacts } from './check-facts.js';
import { mendFacts } from './mend-facts.js';

/** Checks, mends, backs up and restores the table of facts. */
@injectable()
export class KnowledgeArchive implements IKnowledgeArchive {
  private readonly workspace: string;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly ids: IIdSource,
    @inject(KnowledgeOptions) { workspace }: Pick<KnowledgeOptions, 'workspace'>,
  ) {
    this.workspace = workspace;
  }

  check(options: CallOptions = {}): Promise<readonly KnowledgeFinding[]> {
    const { database, workspace } = this;
    return findDamagedFacts({ database, workspace }, options);
  }

  mend(options: CallOptions = {}): Promise<KnowledgeMending | undefined> {
    const { database, workspace, ids } = this;
    return mendFacts({ database, workspace, ids }, options);
  }

  backUp(options: CallOptions = {}): Promise<AsyncIterable<string>> {
    const { database, workspace } = this;
    const rows = backUpFacts({ database, workspace }, options);
    return Promise.resolve(writeBackup({ kind: backupContents.kind, madeAtMs: this.clock.now() }, rows));
  }

  restore(source: BackupSource, options: CallOptions = {}): Promise<KnowledgeRestoreReport> {
    const { database, workspace } = this;
    return restoreFacts(source, { database, workspace }, options);
  }
}
