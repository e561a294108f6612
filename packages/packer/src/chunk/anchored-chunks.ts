import {
  type Anchor,
  type ChangeRelation,
  type Chunk,
  type ITokenCounter,
  type LineRange,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';

import { holds } from '../deduplicate/kept-ranges.js';
import { declarationFrom } from '../detail/declaration-lines.js';
import type { Layout } from '../format/formatter.js';
import { linesOfChunk } from './excerpt-chunk.js';
import { textTokens } from './text-tokens.js';

/** A file with lines that the user names. */
export interface AnchoredFile {
  /** All chunks of the file, by line. */
  readonly chunks: readonly Chunk[];
  readonly anchors: readonly Anchor[];
}

/** A chunk with lines that the user names, or with the headings of their definitions. */
export interface AnchoredChunk {
  readonly chunk: Chunk;
  readonly order: number;
  /** The relation of its lines to the packed change. */
  readonly relation?: ChangeRelation | undefined;
}

/** Limits of anchored chunks. */
export interface AnchorLimits {
  readonly maxTokens: number;
  readonly counter: ITokenCounter;
  /** Measures the text. */
  readonly layout: Pick<Layout, 'measure'>;
}

/** Approximate tokens of a heading and a fence around a range. */
const rangeTokens = 32;

/** Maximum number of windows that are tried: with many escapes, as in JSON, the first can be too large. */
const maxTries = 5;

/** A definition that contains named lines; several parts if it was too large for one chunk. */
interface AnchoredDefinition {
  /** All chunks of the file. */
  readonly file: readonly Chunk[];
  /** By line. */
  readonly parts: readonly Chunk[];
  readonly anchors: readonly Anchor[];
  readonly order: number;
}

/**
 * Returns the lines that the user names, with their definition: whole if it fits into its share, otherwise a window
 * around the lines, with the definition's signature and the first lines of its enclosing definitions. Each definition
 * has an equal share of the tokens, plus those that smaller ones leave.
 *
 * @param files distinct
 */
export function anchoredChunks(files: readonly AnchoredFile[], limits: AnchorLimits): readonly AnchoredChunk[] {
  const definitions = files.flatMap(definitionsOf).sort((a, b) => a.order - b.order);
  const needs = definitions.map(({ parts }) => tokensOf(parts, limits.layout));
  const shares = fairShares(needs, limits.maxTokens);
  return definitions.flatMap((definition, index) => {
    const { parts, order } = definition;
    const maxTokens = shares[index] ?? 0;
    const chunks = (needs[index] ?? 0) <= maxTokens ? parts : windowsOf(definition, { ...limits, maxTokens });
    const { relation } = definition.anchors.find((anchor) => (anchor.order ?? 0) === order) ?? {};
    return chunks.map((chunk) => ({ chunk, order, relation }));
  });
}

/** Returns the distinct definitions that contain the named lines. */
function definitionsOf({ chunks, anchors }: AnchoredFile): readonly AnchoredDefinition[] {
  const byFirst = new Map<number, { first: number; last: number; anchors: Anchor[] }>();
  for (const anchor of anchors) {
    for (const [index, chunk] of chunks.entries()) {
      if (!overlaps(chunk, anchor)) continue;
      const { first, last } = partsAround(chunks, index);
      const group = byFirst.get(first) ?? { first, last, anchors: [] };
      byFirst.set(first, group);
      if (group.anchors.at(-1) !== anchor) group.anchors.push(anchor);
    }
  }
  return [...byFirst.values()].map(({ first, last, anchors: own }) => ({
    file: chunks,
    parts: chunks.slice(first, last + 1),
    anchors: own,
    order: Math.min(...own.map(({ order = 0 }) => order)),
  }));
}

/** Indexes of the first and last part of a chunk's definition, including pieces of long lines in it. */
function partsAround(chunks: readonly Chunk[], index: number): { readonly first: number; readonly last: number } {
  let whole = index;
  while (isPieceAt(chunks, whole)) whole -= 1;
  const part = chunks[whole]?.part;
  if (whole === index || (part !== undefined && part.index < part.count)) {
    const { index: at, count } = part ?? { index: 1, count: 1 };
    return { first: wholeChunkFrom(chunks, whole, 1 - at), last: wholeChunkFrom(chunks, whole, count - at) };
  }
  // The definition does not continue after the pieces: they are the whole line.
  const { index: at, count } = chunks[index]?.part ?? { index: 1, count: 1 };
  return { first: index - at + 1, last: index - at + count };
}

/** Index of the chunk that is `distance` chunks of whole lines after, or before if negative. */
function wholeChunkFrom(chunks: readonly Chunk[], index: number, distance: number): number {
  let at = index;
  for (let left = Math.abs(distance); left > 0; left -= 1) {
    do at += Math.sign(distance);
    while (isPieceAt(chunks, at));
  }
  return Math.min(Math.max(at, 0), chunks.length - 1);
}

/** Whether a chunk is a piece of a line: an adjacent chunk has the same line. */
function isPieceAt(chunks: readonly Chunk[], index: number): boolean {
  const line = chunks[index]?.startLine;
  if (line === undefined) return false;
  return chunks[index - 1]?.endLine === line || chunks[index + 1]?.startLine === line;
}

/** Tokens of adjacent chunks with their framing in the text. */
function tokensOf(chunks: readonly Chunk[], layout: Pick<Layout, 'measure'>): number {
  const plain = chunks.reduce((sum, { tokenCount }) => sum + tokenCount, rangeTokens);
  return Math.max(plain, textTokens(chunks, layout));
}

/** Divides a total into equal shares; tokens that one does not need go to the others. In the order of the needs. */
export function fairShares(needs: readonly number[], total: number): readonly number[] {
  const shares = new Array<number>(needs.length).fill(0);
  const byNeed = [...needs.keys()].sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  let left = total;
  for (const [position, index] of byNeed.entries()) {
    const share = Math.min(needs[index] ?? 0, Math.floor(left / (needs.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** A window for each anchor, then the signature and the enclosing definitions. */
function windowsOf(definition: AnchoredDefinition, { maxTokens, counter, layout }: AnchorLimits): readonly Chunk[] {
  const { parts, anchors } = definition;
  const outline = outlineOf(definition, counter);
  const outlineTokens = outline.reduce((sum, line) => sum + tokensOf([line], layout), 0);
  const hasRoom = outlineTokens <= maxTokens / 2;
  const perAnchor = Math.floor((maxTokens - (hasRoom ? outlineTokens : 0)) / anchors.length);
  const whole = joinParts(parts);
  const windows = anchors.map((anchor) => windowWithin(whole, anchor, { maxTokens: perAnchor, counter, layout }));
  const lines = hasRoom ? outline.filter((line) => !windows.some((window) => holds(window, line))) : [];
  return [...windows, ...lines];
}

/** Joins a definition, or the pieces of a line, to one chunk. @param parts all of it, so that it has whole lines */
export function joinParts(parts: readonly Chunk[]): Chunk {
  const [first, last] = [parts[0] as Chunk, parts.at(-1) as Chunk];
  if (parts.length === 1) return first;
  const content = parts.map((part) => part.content).join('');
  const { filePath, startLine } = first;
  return {
    ...first,
    id: chunkId({ filePath, startLine, endLine: last.endLine }, content),
    ...{ endLine: last.endLine, content, part: undefined, partOf: undefined },
    tokenCount: parts.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    definitions: parts.flatMap(({ definitions }) => definitions),
  };
}

/** Lines around an anchor that fit into the text with their framing. */
function windowWithin(chunk: Chunk, anchor: LineRange, { maxTokens, counter, layout }: AnchorLimits): Chunk {
  let room = maxTokens - rangeTokens;
  for (let tries = 1; ; tries += 1) {
    const window = windowAround(chunk, anchor, { maxTokens: room, counter });
    const tokens = tokensOf([window], layout);
    if (tokens <= maxTokens || room <= 0 || tries === maxTries) return window;
    room = Math.floor((room * maxTokens) / (tokens + 1));
  }
}

/** Lines around an anchor that fit, as many before as after it; at least the anchor's first line. */
function windowAround(
  chunk: Chunk,
  anchor: LineRange,
  { maxTokens, counter }: Pick<AnchorLimits, 'maxTokens' | 'counter'>,
): Chunk {
  if (chunk.tokenCount <= maxTokens) return chunk;
  const lines = new LineIndex(chunk.content);
  const tokensOfLine = (line: number): number =>
    counter.countTokens(textOfLines(lines, { startLine: line - chunk.startLine, endLine: line - chunk.startLine }));
  let startLine = Math.max(anchor.startLine, chunk.startLine);
  let endLine = startLine;
  let left = maxTokens - tokensOfLine(startLine);
  const take = (line: number): boolean => {
    if (line < chunk.startLine || line > chunk.endLine) return false;
    const tokens = tokensOfLine(line);
    if (tokens > left) return false;
    left -= tokens;
    startLine = Math.min(startLine, line);
    endLine = Math.max(endLine, line);
    return true;
  };
  for (let fits = true; fits && endLine < anchor.endLine;) fits = take(endLine + 1);
  for (let [up, down] = [true, true]; up || down;) {
    up &&= take(startLine - 1);
    down &&= take(endLine + 1);
  }
  return linesOf(chunk, { startLine, endLine }, counter);
}

/**
 * Signature of the definition, and the first line of each enclosing definition. The first lines are not marked as
 * parts, because their chunk may be only the head of a class.
 */
function outlineOf({ file, parts }: AnchoredDefinition, counter: ITokenCounter): readonly Chunk[] {
  const [first] = parts;
  if (first === undefined) return [];
  const names = first.enclosing.map((name) => name.slice(name.lastIndexOf(' ') + 1));
  const headers = names.flatMap((name) => {
    const chunk = file.findLast(
      ({ startLine, definitions }) => startLine <= first.startLine && definitions.some((one) => one.name === name),
    );
    const line = chunk?.definitions.findLast((one) => one.name === name && one.line <= first.startLine)?.line;
    return chunk === undefined || line === undefined
      ? []
      : [{ ...linesOf(chunk, { startLine: line, endLine: line }, counter), partOf: undefined }];
  });
  const own = first.definitions.find(({ name }) => name === first.symbol);
  return own === undefined ? headers : [...headers, linesOf(first, declarationFrom(first, own.line), counter)];
}

function linesOf(chunk: Chunk, { startLine, endLine }: LineRange, counter: ITokenCounter): Chunk {
  if (startLine === chunk.startLine && endLine === chunk.endLine) return chunk;
  const lines = new LineIndex(chunk.content);
  const content = textOfLines(lines, { startLine: startLine - chunk.startLine, endLine: endLine - chunk.startLine });
  return linesOfChunk(chunk, { startLine, endLine, content, tokenCount: counter.countTokens(content) });
}

/** Text of lines with their line ends. @param range 0-based */
function textOfLines(lines: LineIndex, { startLine, endLine }: LineRange): string {
  return lines.content.slice(lines.start(startLine), lines.start(endLine + 1));
}

function overlaps(a: LineRange, b: LineRange): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}
