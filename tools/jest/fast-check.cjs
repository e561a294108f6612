/**
 * fast-check as specs get it. The cases of a property are the same in every run, so that a run gives the same answer on
 * every machine. `npm test` has a tenth of what a spec says, `npm run test:long` has more of them, and with `--full` new
 * ones: see run-long-tests.mjs.
 */
const fastCheck = globalThis.loadFastCheck();

/** What the library takes where a spec names no number. */
const usualRuns = 100;

/** Any number: the cases stay the same as long as it does. */
const usualSeed = 20_261_124;

const scale = Number(process.env.LEXICHORD_PROPERTY_SCALE ?? 0.1);
const isRandom = process.env.LEXICHORD_PROPERTY_SEED === 'random';

function assert(property, { numRuns = usualRuns, ...parameters } = {}) {
  const seeded = isRandom ? parameters : { seed: usualSeed, ...parameters };
  return fastCheck.assert(property, { ...seeded, numRuns: Math.max(1, Math.round(numRuns * scale)) });
}

module.exports = { ...fastCheck, assert };
