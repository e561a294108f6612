// Only our own packages use these exports. They may change in any release.

export { requireOwnFiles } from './address/require-own-files.js';
export { type BackupContents, type BackupRow, readBackup, writeBackup } from './backup/backup-file.js';
export { findDamagedTables } from './database/find-damaged-tables.js';
export { withLock } from './repair/with-lock.js';
export { storageSection } from './storage-options.js';
export type { StorageServices } from './storage-services.js';
export { isOutdated } from './table/row-guard.js';
export type { ColumnBatch } from './table/table.js';
