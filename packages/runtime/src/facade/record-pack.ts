import {
  IClock,
  type ILexichordRuntime,
  IPackRecorder,
  type PackedContext,
  type PackingBudget,
  isLexichordError,
  packingBudgetOf,
} from '@lexichord/abstractions';

/** A pack and its request. */
export interface PackToRecord {
  readonly task: string;
  /** A number is the maximum size of the text in tokens. */
  readonly budget: number | PackingBudget;
  readonly profile?: string | undefined;
  readonly packed: PackedContext;
}

/**
 * Stores a pack as the workspace's last one, so that it can be explained. A failure is only a warning, because the pack
 * itself has succeeded.
 *
 * @returns the warnings
 */
export async function recordPack(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  { task, budget, profile, packed }: PackToRecord,
): Promise<readonly string[]> {
  try {
    await runtime.resolve(IPackRecorder).save({
      ...{ task, profile, packedMs: runtime.resolve(IClock).now() },
      budget: typeof budget === 'number' ? packingBudgetOf(budget) : budget,
      packed: {
        ...packed,
        includedChunks: packed.includedChunks.map(withoutContent),
        excludedChunks: packed.excludedChunks.map(withoutContent),
      },
    });
    return [];
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    return [error.message];
  }
}

/** Drops the text; `undefined` members are not written to JSON. */
function withoutContent<T extends { readonly content: string }>(chunk: T): Omit<T, 'content'> {
  return { ...chunk, content: undefined };
}
