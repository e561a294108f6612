import { describeAxiomStore } from '../test-support/describe-axiom-store.js';
import { describeGraphRepository } from '../test-support/describe-graph-repository.js';
import { noEntityIndex } from '../test-support/no-entity-index.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import { AxiomStore } from './axiom-store.js';
import type { FactStore } from './fact-store.js';
import { GraphRepository } from './graph-repository.js';

const temporary = new TemporaryFacts();
let place: Promise<FactLocation> | undefined;

const open = async (): Promise<FactStore> =>
  temporary.store(temporary.database(await (place ??= temporary.location())));

afterEach(async () => {
  place = undefined;
  await temporary.dispose();
});

describeGraphRepository('a folder', {
  open: async () => new GraphRepository(await open(), noEntityIndex),
  clock: temporary.clock,
});

describeAxiomStore('a folder', {
  open: async () => {
    const facts = await open();
    return { axioms: new AxiomStore(facts), repository: new GraphRepository(facts, noEntityIndex) };
  },
});
