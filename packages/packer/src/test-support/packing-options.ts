import { type PackingOptions, type PackingOptionsInput, packingOptionsSchema } from '../packing-options.js';

/** Limits for tests, which a host takes from its other settings. */
export const testLimits = { maxWholeTokens: 2_000, maxOutputBytes: 10_000_000 };

/** Parses the options that a test sets; the others have their defaults, or {@link testLimits}. */
export function testPackingOptions(options: Partial<PackingOptionsInput> = {}): PackingOptions {
  return packingOptionsSchema.parse({ ...testLimits, ...options });
}
