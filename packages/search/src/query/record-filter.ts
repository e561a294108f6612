import { posix } from 'node:path';
import type { SearchFilter } from '@lexichord/abstractions';
import { pathGlob } from '@lexichord/platform/internal';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';

/**
 * Whether a chunk may be found.
 *
 * @throws {LexichordError} `invalid-argument` for a pattern that cannot be used
 */
export function recordFilter(
  { paths, excludedFiles, languages, kinds, modifiedSinceMs }: SearchFilter,
  files: ReadonlyMap<string, IndexedFile>,
): (record: ChunkRecord) => boolean {
  const matchesPath = paths === undefined ? undefined : pathMatcher(paths);
  const excluded = new Set(excludedFiles);
  return (record) =>
    (matchesPath?.(record.filePath) ?? true) &&
    !excluded.has(record.filePath) &&
    (languages?.includes(record.language) ?? true) &&
    (kinds?.includes(record.kind) ?? true) &&
    (modifiedSinceMs === undefined || (files.get(record.filePath)?.modifiedMs ?? 0) >= modifiedSinceMs);
}

function pathMatcher(paths: readonly string[]): (path: string) => boolean {
  const scopes = paths.map((path) => posix.normalize(`/${path}`).replace(/^\/|\/$/gu, ''));
  const globs = scopes.map((scope) => pathGlob(scope));
  return (path) =>
    scopes.some((scope, index) => scope === '' || path.startsWith(`${scope}/`) || globs[index]?.(path) === true);
}
