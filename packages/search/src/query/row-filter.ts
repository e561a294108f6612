import type { SearchFilter } from '@lexichord/abstractions';
import { type Predicate, and, not, oneOf } from '@lexichord/storage';

import type { IndexedFile } from '../corpus/chunk-record.js';
import type { CandidateRow } from '../store/candidate-tables.js';
import { type FileFilter, fileFilter } from './record-filter.js';

/** Maximum number of paths in a condition. */
const maxPaths = 2_000;

/** Filters rows of candidates. */
export class RowFilter {
  /** The condition that the tables apply before the search; `undefined`: none. */
  readonly where: Predicate<CandidateRow> | undefined;

  /**
   * Whether the filter accepts a row, and the row is of the present state of its file.
   *
   * @param row found with {@link where}
   */
  readonly accepts: (row: AcceptedRow) => boolean;

  /** @throws {LexichordError} `invalid-argument` for an unusable pattern */
  constructor(filter: SearchFilter, files: ReadonlyMap<string, IndexedFile>) {
    const { languages, kinds, ...ofFiles } = filter;
    const paths = acceptedPaths(ofFiles, files);
    this.accepts = ({ filePath, chunksHash }) =>
      files.get(filePath)?.chunksHash === chunksHash && (paths?.has(filePath) ?? true);
    const parts: Predicate<CandidateRow>[] = [];
    if (languages !== undefined) parts.push(oneOf('language', languages));
    if (kinds !== undefined) parts.push(oneOf('kind', kinds));
    if (paths !== undefined && paths.size <= maxPaths) parts.push(oneOf('filePath', [...paths]));
    else if (paths !== undefined && files.size - paths.size <= maxPaths) {
      parts.push(
        not(
          oneOf(
            'filePath',
            [...files.keys()].filter((path) => !paths.has(path)),
          ),
        ),
      );
    }
    this.where = parts.length === 0 ? undefined : and(...parts);
  }
}

/** The columns of a row that are compared. */
export type AcceptedRow = Pick<CandidateRow, 'filePath' | 'chunksHash'>;

/** The files that a filter accepts; `undefined`: all. */
function acceptedPaths(filter: FileFilter, files: ReadonlyMap<string, IndexedFile>): ReadonlySet<string> | undefined {
  const { paths, excludedFiles = [], modifiedSinceMs } = filter;
  if (paths === undefined && excludedFiles.length === 0 && modifiedSinceMs === undefined) return undefined;
  return new Set([...files.keys()].filter(fileFilter(filter, files)));
}
