import 'reflect-metadata';
import type { AxiomCheckOptions, AxiomCheckReport, IAxiomChecker } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import { checkAxioms } from './check-axioms.js';

/** Checks the graph as it is now. */
@injectable()
export class AxiomChecker implements IAxiomChecker {
  constructor(@inject(IFactStore) private readonly store: IFactStore) {}

  async check({ documentPath, signal }: AxiomCheckOptions = {}): Promise<AxiomCheckReport> {
    const graph = await this.store.graph({ signal });
    signal?.throwIfAborted();
    return checkAxioms(graph, { documentPath });
  }
}
