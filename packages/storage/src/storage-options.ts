import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

/** User settings of storage; `storage` in the configuration. */
export const storageSection = z.strictObject({
  address: z
    .string()
    .min(1)
    .default('.lexichord/db')
    .meta({ secret: true })
    .describe("Where tables are kept: a folder, s3://…, gs://…, az://… or db://…. Not in a workspace's file."),
  options: z
    .record(z.string().min(1), z.string())
    .default({})
    .meta({ secret: true, keyName: 'option' })
    .describe(
      'Endpoint and credentials of object storage, such as aws_region. Missing values are taken from the environment.',
    ),
  singleWriter: z
    .boolean()
    .default(false)
    .describe('Confirm that no other process writes there. Required for object storage without conditional writes.'),
  readOnly: z
    .boolean()
    .default(false)
    .describe(
      "Read the tables and never write to them, for an index that another machine keeps up to date. Not in a workspace's file.",
    ),
  durability: z
    .enum(['full', 'normal'])
    .default('full')
    .describe(
      'Durability of data in a folder that cannot be rebuilt. full: survives a power cut. normal: the end of the process.',
    ),
});

/** Everything a host can set about storage. */
export const storageOptionsSchema = storageSection.extend({
  /** A folder, `s3://bucket/prefix`, `gs://…`, `az://…`, or `db://name` for LanceDB's remote service. */
  address: z.string().min(1),
  /** Base folder of a relative address. Not set: the address must be absolute. */
  baseFolder: z.string().min(1).optional(),
  /** Folder that must contain a folder address after links are resolved, against links in a cloned repository. */
  confineTo: z.string().min(1).optional(),
  /** Time for which superseded versions stay readable for running scans, in milliseconds. */
  keepVersionsMs: z.int().min(0).default(600_000),
  /**
   * Maximum time between checks for newer commits, in milliseconds. Worth raising on object storage: it is a request.
   */
  readConsistencyMs: z.int().min(0).default(0),
  /**
   * Tables whose rows can be rebuilt, by name: a repair may remove them, and commits to them are not flushed. The value
   * is a sentence for the user that says how to rebuild them.
   */
  derivedTables: z.record(z.string(), z.string().min(1)).default({}),
  /** Maximum number of rows in a commit. */
  batchSize: z.int().min(1).max(100_000).default(2_000),
  /** Maximum number of attempts at a commit that conflicts with other writers. */
  maxCommitAttempts: z.int().min(1).max(100).default(12),
});

export const StorageOptions: Token<StorageOptions> = token('StorageOptions');

/** Checked options; {@link StorageOptionsInput} with its defaults. */
export type StorageOptions = DeepReadonly<z.output<typeof storageOptionsSchema>>;

/** Options as a host writes them. */
export type StorageOptionsInput = DeepReadonly<z.input<typeof storageOptionsSchema>>;
