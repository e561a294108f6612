import type { IncludedChunk, LineRange, SentChunk } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import { isOutlined } from '../detail/less-detail.js';
import { filesInOrder, type PackedFile, type PackedParts, shownPath, type TextList } from './packed-file.js';

/** Chunks in the order of a text. */
export interface ArrangedChunks {
  /** Shown without line numbers, so that the text stays the same when lines before them are added or removed. */
  readonly body: readonly IncludedChunk[];
  /** After the body. */
  readonly tail: readonly IncludedChunk[];
  /** Listed before all chunks: ranges that the reader already has, and those of them that are no longer valid. */
  readonly sent?: readonly SentChunk[] | undefined;
  readonly invalid?: readonly SentChunk[] | undefined;
}

/** Arranges the parts of a text in a given order. The last part lists the current lines of the body. */
export function arrangedParts({ body, tail, sent = [], invalid = [] }: ArrangedChunks): PackedParts {
  const stable = filesInOrder(body).map((file): PackedFile => ({ ...file, hidesLines: true }));
  const rest = filesInOrder(tail.filter((chunk) => !isOutlined(chunk)));
  return {
    files: [...stable, ...rest],
    outline: tail.filter(isOutlined),
    before: [
      ...listOf('alreadySent', 'Already sent, and still valid', sent),
      ...listOf('noLongerValid', 'No longer valid', invalid),
    ],
    after: listOf(
      'lines',
      'Lines of the files above',
      stable.flatMap(({ filePath, ranges }) => ranges.map((range) => ({ filePath, ...range }))),
    ),
  };
}

/** Lists ranges, one line per file. */
function listOf(
  key: TextList['key'],
  title: string,
  ranges: readonly (LineRange & { readonly filePath: string })[],
): readonly TextList[] {
  if (ranges.length === 0) return [];
  const lines = [...groupBy(ranges, ({ filePath }) => filePath)].map(([path, ranges]) => {
    const shown = ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`);
    return `${shownPath(path)} ${shown.join(', ')}`;
  });
  return [{ key, title, lines }];
}
