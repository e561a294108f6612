import { type ChunkPart, type IncludedChunk, type LineRange, fragmentMarker } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import { holds } from '../deduplicate/kept-ranges.js';
import { type PackedFile, type PackedRange, shownPath } from './packed-file.js';

/** Notes on a range beside its lines: parts of something larger, or a cut (T-016 AC-041). */
export function rangeNotes(
  range: PackedRange,
  { hidesLines = false }: Pick<PackedFile, 'hidesLines'> = {},
): readonly string[] {
  // Few ranges have notes, and a selection asks for those of each range several times.
  if (!range.chunks.some(hasNote)) return [];
  const notes = [...relationNotes(range), ...fragmentNotes(range, hidesLines), ...pieceNotes(range)];
  return range.chunks.some(({ isTruncated }) => isTruncated === true) ? [...notes, 'TRUNCATED'] : notes;
}

function hasNote({ relation, part, partOf, isTruncated }: IncludedChunk): boolean {
  return relation !== undefined || part !== undefined || partOf !== undefined || isTruncated === true;
}

/** Why the lines are there, of a pack of a change; each reason once. */
function relationNotes({ chunks }: PackedRange): readonly string[] {
  const notes = chunks.map(({ relation }) => shownPath(relation?.note ?? ''));
  const distinct = [...new Set(notes)].filter((note) => note !== '');
  // `changed: total` is more specific than `changed` alone.
  return distinct.filter((note) => !distinct.some((other) => other.startsWith(`${note}: `)));
}

/** Of each definition that begins before the range or ends behind it: which part of it is there. */
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

/** The name of the definition, in a text that shows no numbers. */
function namedNote([chunk]: readonly IncludedChunk[]): string {
  return chunk?.symbol === undefined ? 'PART' : `PART of ${shownPath(chunk.symbol)}`;
}

/**
 * The name of a definition of which a range has lines, but not the first, where it is named. A chunk in which others
 * begin may have the name of one of those.
 */
function unseenName({ startLine }: LineRange, chunk: IncludedChunk | undefined): string | undefined {
  const { symbol, partOf, definitions = [] } = chunk ?? {};
  if (symbol === undefined || partOf === undefined || startLine <= partOf.startLine) return undefined;
  return definitions.length > 0 ? undefined : shownPath(symbol);
}

/** Of numbered parts whose number is unknown, such as pieces of a long line. */
function pieceNotes({ chunks }: PackedRange): readonly string[] {
  const parts = chunks.flatMap(({ part, partOf }) => (part === undefined || partOf !== undefined ? [] : [part]));
  return runsOfParts(parts)
    .filter((run) => run.length < (run[0]?.count ?? 0))
    .map(runNote);
}

/** Parts that follow each other, together. */
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
