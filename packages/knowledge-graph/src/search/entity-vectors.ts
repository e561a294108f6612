import type { CallOptions, IEmbeddingProvider, KnowledgeEntity } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';
import type { TextIndex } from '@lexichord/text-index';

import type { EntityCorpus } from './entity-corpus.js';
import { entityMeaning } from './entity-words.js';
import { type VectorRow, readVectors, textHash } from './vector-store.js';

/** An embedded text and the numbers of the entities that have it. */
export interface MeaningText {
  readonly text: string;
  readonly numbers: readonly number[];
}

/** The vectors of a graph's entities, by entity number. Several entities may share one text and one vector. */
export class EntityVectors {
  /** The words of the entities with these vectors. */
  readonly index: TextIndex;
  private readonly texts: ReadonlyMap<string, MeaningText>;
  /** Hashes of the texts that have a vector; a text without words has a zero vector. */
  private readonly taken = new Set<string>();
  private readonly unsaved: VectorRow[] = [];

  constructor(
    { entities, index }: Pick<EntityCorpus, 'entities' | 'index'>,
    private readonly provider: IEmbeddingProvider,
  ) {
    this.index = index.withoutVectors(provider.dimension);
    this.texts = textsOf(entities, provider.maxChars);
  }

  /** Adopts the stored vectors of this provider. */
  async read(database: IDatabase, options: CallOptions): Promise<void> {
    for await (const row of readVectors(database, this.provider, options)) this.take(row);
  }

  /** Hashes of texts without a vector. */
  get missing(): readonly string[] {
    return [...this.texts.keys()].filter((hash) => !this.taken.has(hash));
  }

  get hashes(): ReadonlySet<string> {
    return new Set(this.texts.keys());
  }

  /** Computes the vectors of texts. @throws {LexichordError} `embedding-failed`; the signal's reason */
  async embed(hashes: readonly string[], { signal }: CallOptions): Promise<void> {
    for (let start = 0; start < hashes.length; start += this.provider.maxBatch) {
      const some = hashes.slice(start, start + this.provider.maxBatch);
      const texts = some.map((hash) => this.texts.get(hash)?.text ?? '');
      const vectors = await this.provider.embed(texts, 'document', { signal });
      for (const [index, vector] of vectors.entries()) {
        const row = { textHash: some[index] as string, vector };
        this.take(row);
        this.unsaved.push(row);
      }
    }
  }

  /** New vectors that are not stored yet; each is returned once. */
  takeUnsaved(): readonly VectorRow[] {
    return this.unsaved.splice(0);
  }

  private take({ textHash: hash, vector }: VectorRow): void {
    const numbers = this.texts.get(hash)?.numbers ?? [];
    if (numbers.length === 0) return;
    this.taken.add(hash);
    const own = vector instanceof Float32Array ? vector : Float32Array.from(vector);
    for (const number of numbers) this.index.setVector(number, own);
  }
}

/** Embedded texts of entities, by their hashes. */
export function textsOf(entities: readonly KnowledgeEntity[], maxChars: number): ReadonlyMap<string, MeaningText> {
  const texts = new Map<string, { readonly text: string; readonly numbers: number[] }>();
  for (const [number, entity] of entities.entries()) {
    const text = entityMeaning(entity).slice(0, maxChars);
    const hash = textHash(text);
    const existing = texts.get(hash);
    if (existing === undefined) texts.set(hash, { text, numbers: [number] });
    else existing.numbers.push(number);
  }
  return texts;
}
