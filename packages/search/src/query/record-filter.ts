import { posix } from 'node:path';
import type { SearchFilter } from '@lexichord/abstractions';
import { comparablePath, pathGlob } from '@lexichord/platform/internal';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';

/**
 * Makes the test whether a filter accepts a chunk.
 *
 * @throws {LexichordError} `invalid-argument` for an unusable pattern
 */
export function recordFilter(
  { languages, kinds, ...ofFile }: SearchFilter,
  files: ReadonlyMap<string, IndexedFile>,
): (record: ChunkRecord) => boolean {
  const acceptsFile = fileFilter(ofFile, files);
  return ({ filePath, language, kind }) =>
    acceptsFile(filePath) && (languages?.includes(language) ?? true) && (kinds?.includes(kind) ?? true);
}

/** Conditions of a filter on a chunk's file. */
export type FileFilter = Omit<SearchFilter, 'languages' | 'kinds'>;

/**
 * Makes the test whether a filter accepts a file.
 *
 * @throws {LexichordError} `invalid-argument` for an unusable pattern
 */
export function fileFilter(
  { paths, excludedFiles, modifiedSinceMs }: FileFilter,
  files: ReadonlyMap<string, IndexedFile>,
): (filePath: string) => boolean {
  const matchesPath = paths === undefined ? undefined : pathMatcher(paths);
  const excluded = new Set(excludedFiles);
  return (filePath) =>
    (matchesPath?.(filePath) ?? true) &&
    !excluded.has(filePath) &&
    (modifiedSinceMs === undefined || (files.get(filePath)?.modifiedMs ?? 0) >= modifiedSinceMs);
}

function pathMatcher(paths: readonly string[]): (path: string) => boolean {
  const scopes = paths.map((path) => posix.normalize(`/${comparablePath(path)}`).replace(/^\/|\/$/gu, ''));
  const globs = scopes.map((scope) => pathGlob(scope));
  const matches = (path: string): boolean =>
    scopes.some((scope, index) => scope === '' || path.startsWith(`${scope}/`) || globs[index]?.(path) === true);
  return (path) => matches(comparablePath(path));
}
