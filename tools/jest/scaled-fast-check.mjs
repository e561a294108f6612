/**
 * fast-check with more cases for each property: `npm run test:long` takes it in place of the library. A property has
 * `LEXICHORD_PROPERTY_SCALE` times as many cases as its spec asks for, and `LEXICHORD_PROPERTY_SEED` makes them the same
 * in each run.
 */
import * as fastCheck from '../../node_modules/fast-check/lib/fast-check.js';

export * from '../../node_modules/fast-check/lib/fast-check.js';

/** What the library takes where a spec names no number. */
const usualRuns = 100;

const scale = Number(process.env.LEXICHORD_PROPERTY_SCALE);
const seed = process.env.LEXICHORD_PROPERTY_SEED;

export function assert(property, { numRuns = usualRuns, ...parameters } = {}) {
  const seeded = seed === undefined ? parameters : { seed: Number(seed), ...parameters };
  return fastCheck.assert(property, { ...seeded, numRuns: Math.round(numRuns * scale) });
}

export default { ...fastCheck, assert };
