import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

import { denyPatternProblem } from './guard/deny-patterns.js';

/** User settings of the workspace; `workspace` in the configuration. */
export const workspaceSection = z.strictObject({
  deny: z
    .array(
      z
        .string()
        .min(1)
        .superRefine((pattern, context) => {
          const problem = denyPatternProblem(pattern);
          if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
        }),
    )
    .default([])
    .describe(
      'Globs of files that are never read, added to the built-in list. Without a slash: a name at any depth. With one: a path from the root. The lists of all files count.',
    ),
  maxFileSizeBytes: z
    .int()
    .min(1)
    .default(10_000_000)
    .describe('Maximum size of a file in bytes. Larger files are never read.'),
});

/** Everything a host can set about the workspace. */
export const workspaceOptionsSchema = workspaceSection.extend({
  /** The folder with the user's files. A relative path starts at the current folder of the process. */
  root: z.string().min(1),
  /** Maximum memory for cached documents, in bytes. */
  snapshotCacheBytes: z.int().nonnegative().default(32_000_000),
  /**
   * Time limit of the exact Markdown parser for a document, in milliseconds. A last resort: accepted documents take a
   * fraction of the default.
   */
  parseTimeoutMs: z.int().positive().default(10_000),
});

/** Parsed {@link workspaceOptionsSchema}. */
export type WorkspaceOptions = DeepReadonly<z.output<typeof workspaceOptionsSchema>>;

/** Options of a host: only `root` is required. */
export type WorkspaceOptionsInput = DeepReadonly<z.input<typeof workspaceOptionsSchema>>;

export const WorkspaceOptions: Token<WorkspaceOptions> = token('WorkspaceOptions');
