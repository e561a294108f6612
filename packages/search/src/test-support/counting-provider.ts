import {
  type CallOptions,
  type EmbeddingPurpose,
  ErrorCode,
  type IEmbeddingProvider,
  LexichordError,
} from '@lexichord/abstractions';

/** Vectors of four numbers; remembers what it was asked and fails when told to. */
export class CountingProvider implements IEmbeddingProvider {
  readonly dimension: number = 4;
  readonly maxChars = 2_000;
  readonly fusionWeight = 0.3;
  readonly asked: string[] = [];
  isRepeatable = true;
  isFailing = false;
  /** Called before each answer. */
  onEmbed: () => void = () => undefined;

  constructor(
    readonly id = 'counting-v1',
    readonly maxBatch = 8,
  ) {}

  async embed(
    texts: readonly string[],
    _purpose: EmbeddingPurpose,
    { signal }: CallOptions = {},
  ): Promise<readonly Float32Array[]> {
    this.onEmbed();
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.isFailing) throw new LexichordError(ErrorCode.embeddingFailed, 'The embedding server is away.');
    this.asked.push(...texts);
    return texts.map((text) => this.vectorOf(text));
  }

  /** What was asked since the last call. */
  takeAsked(): readonly string[] {
    return this.asked.splice(0);
  }

  protected vectorOf(text: string): Float32Array {
    const sums = [0, 0, 0, 0];
    for (let index = 0; index < text.length; index += 1) {
      const place = text.charCodeAt(index) % 4;
      sums[place] = (sums[place] ?? 0) + 1;
    }
    return ofLengthOne(sums);
  }
}

/** Vectors of 64 numbers: of each word a few, so that texts with the same words are alike. */
export class WordProvider extends CountingProvider {
  override readonly dimension: number = 64;

  constructor() {
    super('words-v1');
  }

  protected override vectorOf(text: string): Float32Array {
    const sums = Array<number>(64).fill(0);
    for (const word of text.toLowerCase().match(/[a-z]+/gu) ?? []) {
      let hash = 7;
      for (let index = 0; index < word.length; index += 1) hash = (hash * 31 + word.charCodeAt(index)) % 65_521;
      for (const factor of [1, 17, 301]) {
        const place = (hash * factor) % 64;
        sums[place] = (sums[place] ?? 0) + ((hash * factor) % 3) - 1;
      }
    }
    return ofLengthOne(sums);
  }
}

function ofLengthOne(sums: readonly number[]): Float32Array {
  const length = Math.hypot(...sums);
  return Float32Array.from(sums, (sum) => (length === 0 ? 0 : sum / length));
}
