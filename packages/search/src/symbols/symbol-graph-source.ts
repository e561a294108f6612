import 'reflect-metadata';
import { type CallOptions, IClock, type Token, token } from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource, noIndex, otherIndex } from '../corpus/corpus-source.js';
import { LoadOrder } from '../corpus/load-order.js';
import { IndexStore } from '../store/index-store.js';
import { searchTableNames } from '../store/index-tables.js';
import { indexedHash } from '../store/stored-hash.js';
import { ReferenceGraph } from './reference-graph.js';
import type { SymbolFile } from './symbol-table.js';
import { SymbolStore } from './symbol-store.js';

/** Source of the references between all indexed files, in the state of the tables. */
export interface ISymbolGraphSource {
  /** @throws {LexichordError} `no-index` when nothing was indexed yet, or only with other settings */
  current(options: CallOptions): Promise<ReferenceGraph>;
}
export const ISymbolGraphSource: Token<ISymbolGraphSource> = token('ISymbolGraphSource');

/**
 * Reads the table of symbols on the first request and resolves references; caches them while the tables do not change.
 */
@injectable()
export class SymbolGraphSource implements ISymbolGraphSource {
  private held: { readonly graph: ReferenceGraph; readonly fingerprint: string } | undefined;
  /** By fingerprint. */
  private readonly loading = new SharedWork<ReferenceGraph>();
  private readonly loads = new LoadOrder();

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(ICorpusSource) private readonly corpus: ICorpusSource,
    @inject(IClock) private readonly clock: IClock,
  ) {}

  async current({ signal }: CallOptions): Promise<ReferenceGraph> {
    // A file's row is written after its symbols, so the fingerprint of the files table covers all changes.
    const fingerprint = await this.database.fingerprint(searchTableNames.files, { signal });
    if (fingerprint === undefined) throw noIndex(this.database);
    if (this.held?.fingerprint === fingerprint) return this.held.graph;
    // Concurrent requests share one load; none can cancel it for the others.
    return this.loading.join(fingerprint, () => this.load(fingerprint), undefined);
  }

  private async load(fingerprint: string): Promise<ReferenceGraph> {
    const { database, clock, corpus } = this;
    const isKept = this.loads.begin();
    const store = await IndexStore.openExisting(database, { identity: corpus.identity, clock });
    if (store === undefined) throw await otherIndex(database, corpus.identity);
    const indexedFiles = await store.indexedFiles({});
    const hashes = new Map([...indexedFiles].map(([path, row]) => [path, indexedHash(row)]));
    const symbols = await SymbolStore.openExisting(database, {});
    const files: SymbolFile[] = [];
    if (symbols !== undefined) for await (const file of symbols.files(hashes, {})) files.push(file);
    const graph = await ReferenceGraph.build(files, undefined);
    if (isKept()) this.held = { graph, fingerprint };
    return graph;
  }
}
