import { join } from 'node:path';

import { z } from 'zod';

import { processLocationSchema } from './process-location.js';

/** Services of a process: the panel, or an index that follows the files. */
export const servingKinds = ['preview', 'index'] as const;
export type ServingKind = (typeof servingKinds)[number];

/** Secret of an address: 32 random bytes in base64url. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Record of a process that serves a workspace, for other processes. */
export const processRecordSchema = z.strictObject({
  version: z.literal(1),
  pid: z.int().min(1).max(0x7f_ff_ff_ff),
  /** Port on the loopback interface. */
  port: z.int().min(1).max(65_535),
  secret: z.string().regex(secretPattern),
  kind: z.enum(servingKinds),
  startedAt: z.iso.datetime(),
  place: processLocationSchema.optional(),
});
export type ProcessRecord = Readonly<z.output<typeof processRecordSchema>>;

/** Folder of records in the state. */
export function recordFolder(stateFolder: string): string {
  return join(stateFolder, 'serving');
}

/** Path of a record; each server of a process has one. */
export function recordPath(stateFolder: string, { pid, port }: Pick<ProcessRecord, 'pid' | 'port'>): string {
  return join(recordFolder(stateFolder), `${pid}-${port}.json`);
}

/** Names of records; other files in the folder are ignored. */
export const recordName = /^(?<pid>[1-9]\d{0,9})-(?<port>[1-9]\d{0,4})\.json$/;
