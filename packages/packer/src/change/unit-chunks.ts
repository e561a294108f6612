import type {
  ChangedFile,
  ChunkSymbol,
  ITokenCounter,
  LineRange,
  SecretFinding,
  WithheldSecret,
} from '@lexichord/abstractions';
import { chunkId } from '@lexichord/platform/internal';
import { placeInFile as locationInFile } from '@lexichord/secrets/internal';

import { wholeOf } from '../chunk/excerpt-chunk.js';
import type { SourcedChunk, WithheldChunk } from '../chunk/source-chunker.js';
import { holds } from '../deduplicate/kept-ranges.js';
import type { ChangeUnit, LineSpan } from './change-units.js';
import type { ChangedDefinition } from './changed-definitions.js';
import type { MarkedLine } from './marked-lines.js';

/** Line numbers with secrets before and after the change, with the rules. */
export interface UnitSecrets {
  readonly before: ReadonlyMap<number, string>;
  readonly after: ReadonlyMap<number, string>;
}

/** Rules for cutting lines into chunks. */
export interface SpanCutting {
  readonly secrets: UnitSecrets;
  /** Definitions of the whole change. */
  readonly definitions: readonly ChangedDefinition[];
  readonly maxPieceTokens: number;
  readonly counter: Pick<ITokenCounter, 'countTokens'>;
}

/** Maximum number of names in a note. */
const maxNames = 4;

/** Maps each line with a secret to the rule that found it. */
export function secretLines(findings: readonly SecretFinding[]): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  for (const { startLine, endLine, rule } of findings) {
    for (let line = startLine; line <= endLine; line += 1) lines.set(line, rule);
  }
  return lines;
}

/** Text of lines, with marks unless the file was added or deleted. */
export function markedText(file: ChangedFile, lines: readonly MarkedLine[]): string {
  const isMarked = hasMarks(file);
  return lines.map(({ mark, text }) => `${isMarked ? mark : ''}${text}\n`).join('');
}

function hasMarks({ status }: ChangedFile): boolean {
  return status === 'modified' || status === 'renamed';
}

/** Cuts the lines of a span into chunks within the maximum size, without lines that contain secrets. */
export function chunksOfSpan(
  unit: ChangeUnit,
  { first, last }: LineSpan,
  cutting: SpanCutting,
): { readonly kept: readonly SourcedChunk[]; readonly withheld: readonly WithheldChunk[] } {
  const lines = unit.lines.slice(first, last + 1);
  const runs = runsOf(lines, cutting.secrets);
  return {
    kept: runs
      .filter(({ rule }) => rule === undefined)
      .flatMap((run) => piecesOf(unit, run.lines, cutting))
      .map((piece) => chunkOf(unit, piece, cutting)),
    withheld: runs
      .filter(({ rule }) => rule !== undefined)
      .map(({ rule = '', lines: own }) => withheldOf(unit, { rule, lines: own }, cutting)),
  };
}

/** Consecutive lines that may be shown, or that must not. */
interface LineRun {
  /** The rule that found a secret in them. Absent: they may be shown. */
  readonly rule: string | undefined;
  readonly lines: MarkedLine[];
}

function runsOf(lines: readonly MarkedLine[], { before, after }: UnitSecrets): readonly LineRun[] {
  const runs: LineRun[] = [];
  for (const line of lines) {
    const rule = before.get(line.before ?? 0) ?? after.get(line.after ?? 0);
    const run = runs.at(-1);
    if (run !== undefined && run.rule === rule) run.lines.push(line);
    else runs.push({ rule, lines: [line] });
  }
  return runs;
}

/**
 * Cuts lines into pieces of whole lines. A single line that is too large stays whole, and the selection excludes it.
 */
function piecesOf(
  { file }: ChangeUnit,
  lines: readonly MarkedLine[],
  { maxPieceTokens, counter }: SpanCutting,
): readonly (readonly MarkedLine[])[] {
  if (counter.countTokens(markedText(file, lines)) <= maxPieceTokens) return [lines];
  const pieces: MarkedLine[][] = [];
  let left = 0;
  for (const line of lines) {
    const tokens = counter.countTokens(markedText(file, [line]));
    const piece = pieces.at(-1);
    if (piece === undefined || tokens > left) {
      pieces.push([line]);
      left = maxPieceTokens - tokens;
    } else {
      piece.push(line);
      left -= tokens;
    }
  }
  return pieces;
}

function chunkOf(unit: ChangeUnit, lines: readonly MarkedLine[], cutting: SpanCutting): SourcedChunk {
  const { file, chunk } = unit;
  const content = markedText(file, lines);
  const range = { filePath: file.path, ...rangeOf(lines) };
  const { role, startLine, endLine } = range;
  return {
    id: chunkId(range, content),
    ...{ filePath: file.path, startLine, endLine, content, language: file.language },
    tokenCount: cutting.counter.countTokens(content),
    ...{ kind: chunk?.kind ?? 'lines', symbol: chunk?.symbol, enclosing: chunk?.enclosing ?? [] },
    definitions: definitionsIn(unit, range),
    ...partOf(unit, range),
    ...{ sourceType: 'tool-result', relevanceScore: 1 },
    relation: {
      role,
      note: noteOf(unit, range, cutting.definitions),
      ...(hasMarks(file) ? { isMarked: true } : {}),
    },
  };
}

/**
 * Lines of the definition, if the chunk has only some. Absent for removed lines, whose numbers refer to the old text.
 */
function partOf({ file, chunk }: ChangeUnit, range: ReturnType<typeof rangeOf>): Pick<SourcedChunk, 'partOf'> {
  const isNumbered = (range.role === 'before') === (file.status === 'deleted');
  const whole = chunk === undefined || !isNumbered ? undefined : wholeOf(chunk);
  return whole === undefined || holds(range, whole) ? {} : { partOf: whole };
}

/** Definitions that begin in the lines; none for removed lines, whose numbers refer to the old text. */
function definitionsIn(
  { chunk }: ChangeUnit,
  { role, startLine, endLine }: ReturnType<typeof rangeOf>,
): readonly ChunkSymbol[] {
  if (role === 'before') return [];
  return (chunk?.definitions ?? []).filter(({ line }) => startLine <= line && line <= endLine);
}

/** Range of the lines after the change, or before it if all are removed. */
function rangeOf(lines: readonly MarkedLine[]): LineRange & { readonly role: 'changed' | 'before' } {
  const after = lines.flatMap(({ after: line }) => line ?? []);
  const before = lines.flatMap(({ before: line }) => line ?? []);
  const numbers = after.length > 0 ? after : before;
  return {
    role: after.length > 0 ? 'changed' : 'before',
    ...{ startLine: numbers[0] ?? 1, endLine: numbers.at(-1) ?? 1 },
  };
}

function noteOf(
  { file }: ChangeUnit,
  range: ReturnType<typeof rangeOf>,
  definitions: readonly ChangedDefinition[],
): string {
  const own = definitions.filter(
    ({ filePath, change, startLine, endLine }) =>
      filePath === file.path && change !== 'removed' && startLine <= range.endLine && range.startLine <= endLine,
  );
  const names = [
    ...new Set(own.map(({ name, hasOtherSignature }) => (hasOtherSignature ? `${name} (signature)` : name))),
  ];
  const named = names.length === 0 || range.role === 'before' ? '' : `: ${names.slice(0, maxNames).join(', ')}`;
  return `${stateOf(file, range.role)}${named}${file.isConflicted ? ', in conflict' : ''}`;
}

function stateOf({ status, formerPath }: ChangedFile, role: 'changed' | 'before'): string {
  if (status === 'added') return 'new file';
  if (status === 'deleted') return 'deleted file, lines as they were';
  const moved = formerPath === undefined ? '' : `, renamed from ${formerPath}`;
  return `${role === 'before' ? 'removed, lines as they were' : 'changed'}${moved}`;
}

function withheldOf(
  { file, chunk }: ChangeUnit,
  { rule, lines }: { readonly rule: string; readonly lines: readonly MarkedLine[] },
  { counter }: SpanCutting,
): WithheldChunk {
  const { role, startLine, endLine } = rangeOf(lines);
  const range = { filePath: file.path, startLine, endLine };
  // The same line number may be withheld before and after the change.
  const id = chunkId(range, role === 'before' ? role : '');
  const when = role === 'before' ? ' before the change' : '';
  const on = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  const secrets: readonly WithheldSecret[] = [{ rule, place: locationInFile(file.path, { startLine, endLine }) }];
  return {
    chunk: {
      ...{ ...range, id, content: '', tokenCount: counter.countTokens(markedText(file, lines)) },
      ...{ kind: chunk?.kind ?? 'lines', enclosing: [], definitions: [], language: file.language },
      ...{ sourceType: 'tool-result', relation: { role, note: '' } },
    },
    detail: `${rule} on ${on}${when}`,
    secrets,
  };
}
