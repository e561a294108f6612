import type { Axiom, AxiomStatement, CallOptions, IAxiomStore } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';

/** Target type of rules for all entities. */
const anyType = '*';

/** The rules of the knowledge graph, over the fact store. */
@injectable()
export class AxiomStore implements IAxiomStore {
  constructor(@inject(IFactStore) private readonly facts: IFactStore) {}

  async getAxiomsForType(entityType: string, options: CallOptions = {}): Promise<readonly Axiom[]> {
    const { axioms } = await this.facts.graph(options);
    return axioms.filter(
      ({ isEnabled, targetType }) => isEnabled && (targetType === entityType || targetType === anyType),
    );
  }

  async listAxioms(options: CallOptions = {}): Promise<readonly Axiom[]> {
    return (await this.facts.graph(options)).axioms;
  }

  async putAxioms(axioms: readonly AxiomStatement[], options: CallOptions = {}): Promise<void> {
    await this.facts.apply({ axioms, axiomsTakePlace: true }, options);
  }

  async removeAxioms(ids: readonly string[], options: CallOptions = {}): Promise<number> {
    const storedIds = new Set((await this.facts.graph(options)).axioms.map(({ id }) => id));
    const removedAxioms = ids.filter((id) => storedIds.has(id));
    return (await this.facts.apply({ removedAxioms }, options)).report.axioms.removed;
  }
}
