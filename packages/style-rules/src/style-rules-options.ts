import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

/** User settings of style rules; in `workspace` in the configuration. */
export const styleRulesOptionsSchema = z.strictObject({
  styleConfig: z
    .string()
    .min(1)
    .optional()
    .describe('Style rules: a file or folder in the workspace. Not set: the files found by convention.'),
});

/** Parsed {@link styleRulesOptionsSchema}. */
export type StyleRulesOptions = DeepReadonly<z.output<typeof styleRulesOptionsSchema>>;

/** Options of a host. */
export type StyleRulesOptionsInput = DeepReadonly<z.input<typeof styleRulesOptionsSchema>>;

export const StyleRulesOptions: Token<StyleRulesOptions> = token('StyleRulesOptions');
