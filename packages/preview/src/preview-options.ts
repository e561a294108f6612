import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

/** Ranges and defaults of the panel's options. */
export const previewOptionsSchema = z.strictObject({
  /** Loopback port that the panel listens on when nobody names one; a free one is taken when it is in use. */
  port: z.int().min(1).max(65_535).default(4_747),
  /** Largest budget in tokens that a viewer may ask for. */
  maxBudget: z.int().min(1).max(10_000_000).default(200_000),
  /** Assemblies that are kept for the timeline. */
  history: z.int().min(1).max(1_000).default(20),
});

export type PreviewOptionsInput = DeepReadonly<z.input<typeof previewOptionsSchema>>;
export type PreviewOptions = DeepReadonly<z.output<typeof previewOptionsSchema>>;
export const PreviewOptions: Token<PreviewOptions> = token('PreviewOptions');
