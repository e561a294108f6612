import { z } from 'zod';

/** `preview`: the context preview panel. */
export const previewSection = z.strictObject({
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(4_747)
    .describe(
      "Port on this machine that the panel listens on; a free one when it is taken. Not in a workspace's file.",
    ),
  max_budget: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe('Most tokens that a viewer of the panel may ask for; what is above is lowered to it.'),
  history: z.int().min(1).max(1_000).default(20).describe('Assemblies that the panel keeps for its timeline.'),
});
