import { ISecretScanner, type SearchResult } from '@lexichord/abstractions';
import { type OutputScreening, type ShownNames, screenNames, screenOutput } from '@lexichord/secrets/internal';

/** {@link screenOutput} for search results; paths that differ stay different. */
export async function screenSearch(result: SearchResult, screening: OutputScreening): Promise<SearchResult> {
  return screenOutput({ ...result, hits: await screenPaths(result.hits, screening, 'filePath') }, screening);
}

/** {@link screenOutput} for rows with a path; paths that differ stay different. @param key of the path */
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

/** {@link screenOutput} for facts, rules and problems; document paths that differ stay different. */
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
