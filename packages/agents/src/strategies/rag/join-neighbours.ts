import type { SearchHit } from '@lexichord/abstractions';

/**
 * Hits of one file whose lines follow each other, as one: in the place of the better one, with its score and heading.
 * The others stay as they are.
 *
 * @param hits best first, no two of them with a line in common
 */
export function joinNeighbours(hits: readonly SearchHit[]): readonly SearchHit[] {
  const joined: SearchHit[] = [];
  for (const hit of hits) {
    const at = joined.findIndex((other) => isNext(other, hit) || isNext(hit, other));
    const other = joined[at];
    if (other === undefined) joined.push(hit);
    else joined[at] = join(other, hit);
  }
  // A hit can close the gap between two that were apart.
  return joined.length === hits.length ? joined : joinNeighbours(joined);
}

function isNext(first: SearchHit, second: SearchHit): boolean {
  return first.filePath === second.filePath && first.endLine + 1 === second.startLine;
}

function join(better: SearchHit, other: SearchHit): SearchHit {
  const [first, second] = better.startLine < other.startLine ? [better, other] : [other, better];
  const lineEnd = /[\r\n]$/u.test(first.content) ? '' : '\n';
  return {
    ...better,
    startLine: first.startLine,
    endLine: second.endLine,
    content: `${first.content}${lineEnd}${second.content}`,
  };
}
