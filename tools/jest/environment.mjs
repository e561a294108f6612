import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest gives a worker half a second to end after its last spec, and warns that it leaks when it takes longer. What takes
 * longer is freeing the memory of hundreds of specs, one object after the other; it goes with the process all the same.
 */
process.once('beforeExit', () => process.exit());

export default TestEnvironment;
