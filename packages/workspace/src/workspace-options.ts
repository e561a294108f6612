import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

import { denyPatternProblem } from './guard/deny-patterns.js';

/** Everything a host can set about the workspace: names, ranges and defaults. */
export const workspaceOptionsSchema = z.strictObject({
  /** The folder that holds the user's files. Relative paths count from the current folder of the process. */
  root: z.string().min(1),
  /**
   * Further globs of files that must not be read, matched without regard to case. One without a slash matches a
   * file or folder name at any depth; one with a slash counts from the root. What is in a denied folder is denied.
   */
  denyPatterns: z
    .array(
      z.string().superRefine((pattern, context) => {
        const problem = denyPatternProblem(pattern);
        if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
      }),
    )
    .default([]),
  /** Largest file that is read as a whole, in bytes. */
  maxFileSizeBytes: z.int().positive().default(10_000_000),
  /** Memory for documents that are kept between two requests, in bytes. */
  snapshotCacheBytes: z.int().nonnegative().default(32_000_000),
  /**
   * Longest that the exact Markdown parser may work on one document, in milliseconds. A last resort: what it is given
   * takes a fraction of the default.
   */
  parseTimeoutMs: z.int().positive().default(10_000),
});

/** Parsed {@link workspaceOptionsSchema}. */
export type WorkspaceOptions = DeepReadonly<z.output<typeof workspaceOptionsSchema>>;

/** What a host passes: only `root` is required. */
export type WorkspaceOptionsInput = z.input<typeof workspaceOptionsSchema>;

export const WorkspaceOptions: Token<WorkspaceOptions> = token('WorkspaceOptions');
