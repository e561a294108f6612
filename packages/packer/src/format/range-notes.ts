import { type ChunkPart, type IncludedChunk, type LineRange, fragmentMarker } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import { holds } from '../deduplicate/kept-ranges.js';
import { type PackedFile, type PackedRange, shownPath } from './packed-file.js';

/** Notes on a range: parts of a definition, or a cut (T-016 AC-041). */
export function rangeNotes(
  range: PackedRange,
  { hidesLines = false }: Pick<PackedFile, 'hidesLines'> = {},
): readonly string[] {
  // Few ranges have notes, and a selection requests those of each range several times.
  if (!range.chunks.some(hasNote)) return [];
  const notes = [...relationNotes(range), ...fragmentNotes(range, hidesLines), ...pieceNotes(range)];
  return range.chunks.some(({ isTruncated }) => isTruncated === true) ? [...notes, 'TRUNCATED'] : notes;
}

function hasNote({ relation, part, partOf, isTruncated }: IncludedChunk): boolean {
  return relation !== undefined || part !== undefined || partOf !== undefined || isTruncated === true;
}

/** Reasons for the lines in a pack of a change; distinct. */
function relationNotes({ chunks }: PackedRange): readonly string[] {
  const notes = chunks.map(({ relation }) => shownPath(relation?.note ?? ''));
  const distinct = [...new Set(notes)].filter((note) => note !== '');
  // `changed: total` is more specific than `changed` alone.
  return distinct.filter((note) => !distinct.some((other) => other.startsWith(`${note}: `)));
}

/** Notes on definitions that begin before the range or end after it: the included parts. */
function fragmentNotes(range: PackedRange, hidesLines: boolean): readonly string[] {
  const fragments = range.chunks.filter(({ partOf }) => partOf !== undefined && !holds(range, partOf));
  const byWhole = groupBy(fragments, ({ partOf }) => `${partOf?.startLine}-${partOf?.endLine}`);
  return [...byWhole.values()].flatMap((own) => {
    const parts = own.flatMap(({ part }) => part ?? []);
    const isNumbered = parts.length === own.length;
    if (!isNumbered && hidesLines) return namedNote(own);
    const notes = isNumbered ? runsOfParts(parts).map(runNote) : [fragmentMarker({ partOf: own[0]?.partOf }) ?? ''];
    const name = own[0]?.relation === undefined ? unseenName(range, own[0]) : undefined;
    return name === undefined ? notes : notes.map((note) => `${note}: ${name}`);
  });
}

/** Note with the name of the definition, for a text without line numbers. */
function namedNote([chunk]: readonly IncludedChunk[]): string {
  return chunk?.symbol === undefined ? 'PART' : `PART of ${shownPath(chunk.symbol)}`;
}

/**
 * Name of a definition whose first line, and so its name, is not in the range. `undefined` if other definitions begin
 * in the chunk, because the name may be one of theirs.
 */
function unseenName({ startLine }: LineRange, chunk: IncludedChunk | undefined): string | undefined {
  const { symbol, partOf, definitions = [] } = chunk ?? {};
  if (symbol === undefined || partOf === undefined || startLine <= partOf.startLine) return undefined;
  return definitions.length > 0 ? undefined : shownPath(symbol);
}

/** Notes on numbered parts with unknown lines, such as pieces of a long line. */
function pieceNotes({ chunks }: PackedRange): readonly string[] {
  const parts = chunks.flatMap(({ part, partOf }) => (part === undefined || partOf !== undefined ? [] : [part]));
  return runsOfParts(parts)
    .filter((run) => run.length < (run[0]?.count ?? 0))
    .map(runNote);
}

/** Groups consecutive parts. */
function runsOfParts(parts: readonly ChunkPart[]): readonly (readonly ChunkPart[])[] {
  const runs: ChunkPart[][] = [];
  for (const part of parts) {
    const before = runs.at(-1)?.at(-1);
    const continues = before?.count === part.count && before.index + 1 === part.index;
    if (continues) runs.at(-1)?.push(part);
    else runs.push([part]);
  }
  return runs;
}

function runNote(run: readonly ChunkPart[]): string {
  const [part, last] = [run[0], run.at(-1)];
  if (part === undefined || part === last) return fragmentMarker({ part }) ?? '';
  return `PARTS ${part.index}-${last?.index} of ${part.count}`;
}
