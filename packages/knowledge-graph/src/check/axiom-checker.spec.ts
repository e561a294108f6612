import type { IFactStore } from '../graph/fact-store.js';
import { AxiomChecker } from './axiom-checker.js';
import { aGraph, anAxiom, anEntity, at } from './test-support/a-graph.js';

const graph = aGraph({
  entities: [anEntity('A x'), anEntity('A y', { sources: [at(1, 'other.yaml')] })],
  axioms: [anAxiom('A', { kind: 'required-property', property: 'p' })],
});
const checker = new AxiomChecker({ graph: () => Promise.resolve(graph) } as Partial<IFactStore> as IFactStore);

describe('AxiomChecker', () => {
  it('checks the graph as it is', async () => {
    expect(await checker.check()).toMatchObject({ checkedEntities: 2, violations: [{}, {}] });
  });

  it('checks what one document states', async () => {
    expect(await checker.check({ documentPath: 'other.yaml' })).toMatchObject({ violations: [{ entityName: 'y' }] });
  });

  it("rejects with the signal's reason", async () => {
    await expect(checker.check({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
