import { describeOnS3 } from '@lexichord/testing';

import { describeAxiomStore } from '../test-support/describe-axiom-store.js';
import { describeGraphRepository } from '../test-support/describe-graph-repository.js';
import { noEntityIndex } from '../test-support/no-entity-index.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import { AxiomStore } from './axiom-store.js';
import type { FactStore } from './fact-store.js';
import { GraphRepository } from './graph-repository.js';

await describeOnS3('the knowledge graph', (s3) => {
  const temporary = new TemporaryFacts();
  let place: FactLocation | undefined;

  const open = (): FactStore => temporary.store(temporary.database((place ??= s3.location())));

  afterEach(async () => {
    place = undefined;
    await temporary.dispose();
  });

  describeGraphRepository('the Ceph object gateway', {
    open: () => Promise.resolve(new GraphRepository(open(), noEntityIndex)),
    clock: temporary.clock,
  });

  describeAxiomStore('the Ceph object gateway', {
    open: () => {
      const facts = open();
      const repository = new GraphRepository(facts, noEntityIndex);
      return Promise.resolve({ axioms: new AxiomStore(facts), repository });
    },
  });
});
