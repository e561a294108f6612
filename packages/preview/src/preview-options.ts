import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

/** The context preview panel; `preview` in the configuration. */
export const previewOptionsSchema = z.strictObject({
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(4_747)
    .describe("Port of the panel on this machine. If it is taken, a free one is used. Not in a workspace's file."),
  maxBudget: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe('Maximum budget in tokens that a viewer of the panel can set. A higher one is lowered to it.'),
  history: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe('Number of assemblies that the panel keeps for its timeline.'),
});

export type PreviewOptionsInput = DeepReadonly<z.input<typeof previewOptionsSchema>>;
export type PreviewOptions = DeepReadonly<z.output<typeof previewOptionsSchema>>;
export const PreviewOptions: Token<PreviewOptions> = token('PreviewOptions');
