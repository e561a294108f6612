import { z } from 'zod';

import { logLevels } from '../../logging/log-level.js';

/** `model` (T-016, troubleshooting 5). */
export const modelSection = z.strictObject({
  name: z.string().min(1).optional().describe('Model the context is for; decides the encoding unless one is named.'),
  tokenizer: z
    .string()
    .min(1)
    .optional()
    .describe('Encoding or model family whose tokenizer counts. Not set: the one of model.name.'),
});

/** `workspace`. */
export const workspaceSection = z.strictObject({
  deny: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Globs of files that are never read: without a slash a name at any depth, with one a path from the root. Adds to the built-in list; every file adds to it.',
    ),
  max_file_size_bytes: z.int().min(1).default(10_000_000).describe('Larger files are never read.'),
  style_config: z
    .string()
    .min(1)
    .optional()
    .describe('Style rules: a file or folder in the workspace. Not set: what the workspace has by convention.'),
});

/** `storage`. */
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
      'Endpoint and credentials of object storage, such as aws_region. What is absent is taken from the environment.',
    ),
  single_writer: z
    .boolean()
    .default(false)
    .describe('Whether nobody else writes there, so that object storage without conditional writes may be used.'),
  durability: z
    .enum(['full', 'normal'])
    .default('full')
    .describe(
      'When what cannot be made again counts as stored in a folder. full: when it is on the disk and survives a power cut. normal: when it survives the end of the process.',
    ),
});

/** `license`. */
export const licenseSection = z.strictObject({
  file: z.string().min(1).optional().describe("File that holds the licence token. Not in a workspace's file."),
});

/** `logging` (T-016, troubleshooting 1). */
export const loggingSection = z
  .object({
    level: z
      .enum(logLevels)
      .default('warn')
      .describe('Which lines are written to standard error, for every component.'),
  })
  .catchall(z.enum(logLevels).describe('The same for one component, such as context_packer: debug.'))
  .meta({ keyName: 'component' });
