/** Whether specs that are long by nature run all of their cases, and not a seeded share: `npm run test:long -- --full`. */
export function isFullRun(): boolean {
  return process.env['LEXICHORD_TESTS_FULL'] === '1';
}
