import { describeArchivedState } from '../test-support/describe-archived-state.js';

// The oldest and the newest; `upgrades.trust.long.spec.ts` has all of them, with every command.
describe('upgrades', () => {
  describeArchivedState('before-origins');
  describeArchivedState('current');
});
