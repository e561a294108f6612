import { createHash } from 'node:crypto';

import {
  type CallOptions,
  type EmbeddingPurpose,
  ErrorCode,
  type IEmbeddingProvider,
  LexichordError,
} from '@lexichord/abstractions';

/** A direction each. */
const subjects = [/\b(?:tide|harbour|boats?|sail|anchor)\b/giu, /\b(?:oven|dough|bread|yeast|flour)\b/giu];

/** Knows two subjects; every text leans a little to a third side of its own, as people's words do. */
export class SubjectProvider implements IEmbeddingProvider {
  readonly id = 'subjects';
  readonly dimension = 4;
  readonly maxBatch = 7;
  readonly fusionWeight = 0.5;
  readonly asked: string[] = [];
  failure: Error | undefined;

  constructor(readonly maxChars = 200) {}

  async embed(
    texts: readonly string[],
    _purpose: EmbeddingPurpose,
    { signal }: CallOptions = {},
  ): Promise<readonly Float32Array[]> {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.failure !== undefined) throw this.failure;
    this.asked.push(...texts);
    return texts.map(vectorOf);
  }
}

/** Error of a server that is not available. */
export function awayError(): LexichordError {
  return new LexichordError(ErrorCode.embeddingFailed, 'The embedding server is away.');
}

function vectorOf(text: string): Float32Array {
  if (!/\p{L}/u.test(text)) return new Float32Array(4);
  const counts = subjects.map((subject) => [...text.matchAll(subject)].length);
  const lean = createHash('sha256').update(text).digest().readUInt16LE();
  const vector = [...counts, 0.3 * Math.cos(lean), 0.3 * Math.sin(lean)];
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}
