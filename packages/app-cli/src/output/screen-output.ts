import { type CallOptions, type ILexichordRuntime, ISecretScanner, type SearchResult } from '@lexichord/abstractions';
import { type ShownNames, screenNames, screenValues } from '@lexichord/platform/internal';

/** What is screened with. */
export interface OutputScreening extends CallOptions {
  readonly runtime: Pick<ILexichordRuntime, 'resolve'>;
}

/**
 * What a command is about to print, without secrets in the names that it has: paths, symbols, ids. Texts for a model were
 * screened where they were made, and their tokens counted after that.
 *
 * @param value what `JSON.stringify` writes as it is
 * @throws the signal's reason
 */
export async function screenOutput<T extends object>(value: T, { runtime, signal }: OutputScreening): Promise<T> {
  return (await screenValues(value, { scanner: runtime.resolve(ISecretScanner), signal })).value;
}

/** The same of what a search found: two files stay two. */
export async function screenSearch(result: SearchResult, screening: OutputScreening): Promise<SearchResult> {
  return screenOutput({ ...result, hits: await screenPaths(result.hits, screening, 'filePath') }, screening);
}

/** The same of rows that each have a path: two files stay two. @param key of the path */
export async function screenPaths<Key extends string, Row extends Readonly<Record<Key, string>>>(
  rows: readonly Row[],
  screening: OutputScreening,
  key: Key,
): Promise<readonly Row[]> {
  const { runtime, signal } = screening;
  const scanner = runtime.resolve(ISecretScanner);
  const paths = await screenNames(
    rows.map((row) => row[key]),
    scanner,
    { signal },
  );
  return screenOutput(
    rows.map((row) => ({ ...row, [key]: paths.of(row[key]) })),
    screening,
  );
}

/** The same of what facts, rules and their problems are told with: two documents stay two. */
export async function screenDocuments<T extends object>(value: T, screening: OutputScreening): Promise<T> {
  const { runtime, signal } = screening;
  const named = [...documentsIn(value)];
  const paths = await screenNames(named, runtime.resolve(ISecretScanner), { signal });
  return screenOutput(paths.isChanged ? withDocuments(value, paths) : value, screening);
}

function* documentsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (key === 'documentPath' && typeof one === 'string') yield one;
    else yield* documentsIn(one);
  }
}

function withDocuments<T>(value: T, paths: ShownNames): T {
  const text = JSON.stringify(value, (key, one: unknown) =>
    key === 'documentPath' && typeof one === 'string' ? paths.of(one) : one,
  );
  return JSON.parse(text) as T;
}
