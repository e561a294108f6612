import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ProcessRecord, recordPath, recordFolder } from '../process-record.js';

/** A record as a process leaves it; this one's own unless a test says otherwise. */
export function aRecord(overrides: Partial<ProcessRecord> = {}): ProcessRecord {
  return {
    version: 1,
    pid: process.pid,
    port: 4_747,
    secret: 's'.repeat(43),
    kind: 'preview',
    startedAt: '2026-01-02T03:04:05.000Z',
    ...overrides,
  };
}

/** Writes a record, or what looks like one. @returns its path */
export function writeRecord(
  stateFolder: string,
  record: ProcessRecord,
  { content = JSON.stringify(record), mode = 0o600 }: { readonly content?: string; readonly mode?: number } = {},
): string {
  mkdirSync(recordFolder(stateFolder), { recursive: true });
  const path = recordPath(stateFolder, record);
  writeFileSync(path, content, { mode });
  return path;
}

/** A file of the folder that is no record. */
export function writeStray(stateFolder: string, name: string, content: string): string {
  mkdirSync(recordFolder(stateFolder), { recursive: true });
  const path = join(recordFolder(stateFolder), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
