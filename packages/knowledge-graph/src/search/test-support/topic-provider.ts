import {
  type CallOptions,
  type EmbeddingPurpose,
  ErrorCode,
  type IEmbeddingProvider,
  LexichordError,
} from '@lexichord/abstractions';

/** A direction each, for words that mean one thing. */
const topics = [
  /\b(?:pets?|animals?|creatures?|beasts?)\b/giu,
  /\b(?:orders?|purchases?|acquisitions?)\b/giu,
  /\bweights?\b/giu,
];

/** Knows what a few words mean, remembers what it was asked, and fails when told to. */
export class TopicProvider implements IEmbeddingProvider {
  readonly dimension = 3;
  readonly maxChars = 2_000;
  readonly maxBatch = 4;
  readonly fusionWeight = 0.5;
  readonly asked: string[] = [];
  isFailing = false;
  isRepeatable = true;

  constructor(readonly id = 'topics-v1') {}

  async embed(
    texts: readonly string[],
    _purpose: EmbeddingPurpose,
    { signal }: CallOptions = {},
  ): Promise<readonly Float32Array[]> {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.isFailing) throw new LexichordError(ErrorCode.embeddingFailed, 'The embedding server is away.');
    this.asked.push(...texts);
    return texts.map((text) => {
      const counts = topics.map((topic) => [...text.matchAll(topic)].length);
      const length = Math.hypot(...counts);
      return Float32Array.from(counts, (count) => (length === 0 ? 0 : count / length));
    });
  }
}
