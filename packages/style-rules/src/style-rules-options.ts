import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

/** Everything a host can set about style rules. */
export const styleRulesOptionsSchema = z.strictObject({
  /** Vale configuration, relative to the workspace. Absent: the usual names are looked for. */
  configPath: z.string().min(1).optional(),
});

/** Parsed {@link styleRulesOptionsSchema}. */
export type StyleRulesOptions = DeepReadonly<z.output<typeof styleRulesOptionsSchema>>;

/** What a host passes. */
export type StyleRulesOptionsInput = z.input<typeof styleRulesOptionsSchema>;

export const StyleRulesOptions: Token<StyleRulesOptions> = token('StyleRulesOptions');
