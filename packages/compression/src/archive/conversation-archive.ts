import {
  type BackupSource,
  type CallOptions,
  type ConversationFinding,
  type ConversationMending,
  IClock,
  type IConversationArchive,
  type RestoreReport,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { writeBackup } from '@lexichord/storage/internal';
import { inject, injectable } from 'tsyringe';

import { LogReader } from '../log/log-reader.js';
import { backUpConversations, backupContents } from './back-up-conversations.js';
import { checkConversations, findUnlisted } from './check-conversations.js';
import { mendConversations } from './mend-conversations.js';
import { restoreConversations } from './restore-conversations.js';

/** Checks, repairs, backs up and restores the tables of conversations. */
@injectable()
export class ConversationArchive implements IConversationArchive {
  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
  ) {}

  check(options: CallOptions = {}): Promise<readonly ConversationFinding[]> {
    return checkConversations(new LogReader(this.database), options);
  }

  unlisted(options: CallOptions = {}): Promise<readonly ConversationFinding[]> {
    return findUnlisted(new LogReader(this.database), options);
  }

  mend(options: CallOptions = {}): Promise<readonly ConversationMending[]> {
    const { database } = this;
    return mendConversations({ reader: new LogReader(database), database }, options);
  }

  backUp(options: CallOptions = {}): Promise<AsyncIterable<string>> {
    const rows = backUpConversations(new LogReader(this.database), this.database, options);
    return Promise.resolve(writeBackup({ kind: backupContents.kind, madeAtMs: this.clock.now() }, rows));
  }

  restore(source: BackupSource, options: CallOptions = {}): Promise<RestoreReport> {
    const { database } = this;
    return restoreConversations(source, { reader: new LogReader(database), database }, options);
  }
}
