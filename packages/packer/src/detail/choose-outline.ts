import {
  type ExcludedChunk,
  type ITokenCounter,
  type IncludedChunk,
  type LineRange,
  type RankedChunk,
  type SourceType,
  isFromGit,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { hasSecretPlaceholder } from '@lexichord/secrets/internal';

import { isToolPath } from '../collect/tool-outputs.js';
import { withoutReason } from '../deduplicate/recheck-repetition.js';
import { isPieceOfLine, shownPath } from '../format/packed-file.js';
import type { Selection } from '../select/selector.js';
import { type OutlineLevel, type OutlineLine, outlined, outlineLevels, outlineLine } from './less-detail.js';

/** Value of an outline line, as a share of its chunk's score. */
const levelValues: Readonly<Record<OutlineLevel, number>> = { signature: 0.3, name: 0.15, path: 0.05 };

/** Value of each further part of a file, as a share of the previous part's value. */
const furtherPartValue = 0.8;

/** Maximum number of candidates, best first. */
const maxCandidates = 200;

/** An outline line of a chunk, and the chunk itself with the reason why its body is excluded. */
export interface OutlinedChunk {
  readonly shown: IncludedChunk;
  readonly body: ExcludedChunk;
}

/** Limits of an outline: tokens and source types. */
export interface OutlineLimits {
  readonly maxTokens: number;
  readonly lines: OutlineLines;
  /** Source types with a separate budget, which an outline could exceed. Absent: none. */
  readonly limitedTypes?: ReadonlySet<SourceType> | undefined;
}

/** Lines of the outline, and their tokens. */
export interface ChosenOutline {
  /** Best rank first. */
  readonly lines: readonly OutlinedChunk[];
  /** Including their framing. */
  readonly tokens: number;
}

/**
 * Chooses lines for chunks whose bodies do not fit, by value per token: the chunk's score times the value of the level,
 * reduced for each part of its file that is already shown. Excludes chunks that share lines with the text.
 */
export function chooseOutline(
  { included, excluded }: Selection,
  { maxTokens, lines: outlineLines, limitedTypes }: OutlineLimits,
): ChosenOutline {
  const shownLines = new Map([...groupBy(included, ({ filePath }) => filePath)].map(([path, own]) => [path, [...own]]));
  const candidates = excluded
    .filter(({ reason, sourceType }) => reason === 'budget-exceeded' && limitedTypes?.has(sourceType) !== true)
    .filter((chunk) => isExpandable(chunk) && !isShown(chunk, shownLines))
    .slice(0, maxCandidates)
    .map((body): Candidate => ({ body, lines: outlineLines.of(body) }));
  const frameTokens = outlineLines.frameTokensOf(candidates);
  const chosen: OutlinedChunk[] = [];
  let tokens = frameTokens;
  let offers = offersOf(candidates, { shownLines, maxTokens: maxTokens - tokens });
  for (let best = bestOf(offers); best !== undefined; best = bestOf(offers)) {
    const { body } = best.candidate;
    tokens += best.line.tokens;
    chosen.push({ shown: outlineLines.shown(best.line, body), body });
    shownLines.set(body.filePath, [...(shownLines.get(body.filePath) ?? []), body]);
    offers = offersAfter(best, offers, { shownLines, maxTokens: maxTokens - tokens });
  }
  const lines = chosen.sort((a, b) => a.body.rank - b.body.rank);
  return lines.length === 0 ? { lines, tokens: 0 } : { lines, tokens };
}

/** A chunk with its lines at the available levels. */
interface Candidate {
  readonly body: ExcludedChunk;
  readonly lines: readonly OutlineCandidateLine[];
}

interface OutlineCandidateLine {
  readonly line: OutlineLine;
  readonly tokens: number;
  readonly value: number;
}

/** The shown lines of each file. */
type ShownLines = ReadonlyMap<string, readonly LineRange[]>;

function isShown({ filePath, startLine, endLine }: ExcludedChunk, shownLines: ShownLines): boolean {
  return (shownLines.get(filePath) ?? []).some((other) => startLine <= other.endLine && other.startLine <= endLine);
}

/** Outline lines of chunks with their tokens. Each is measured once, for any number of outlines. */
export class OutlineLines {
  private readonly lines = new Map<ExcludedChunk, readonly OutlineCandidateLine[]>();
  /** Reference line for measuring all others, and its tokens with the framing of the outline. */
  private first: { readonly line: OutlineLine; readonly tokens: number } | undefined;

  /** @param measure returns the tokens of lines with the framing of the outline */
  constructor(
    private readonly measure: (lines: readonly OutlineLine[]) => number,
    private readonly counter: ITokenCounter,
  ) {}

  /** Returns the lines at the levels that take fewer tokens than the body. */
  of(body: ExcludedChunk): readonly OutlineCandidateLine[] {
    let lines = this.lines.get(body);
    if (lines === undefined) this.lines.set(body, (lines = this.measured(body)));
    return lines;
  }

  /** Tokens of the framing around all lines. */
  frameTokensOf(candidates: readonly Candidate[]): number {
    const line = candidates.find(({ lines }) => lines.length > 0)?.lines[0];
    return line === undefined ? 0 : Math.max(0, this.measure([line.line]) - line.tokens);
  }

  /** The chunk as the outline shows it. */
  shown({ line }: OutlineCandidateLine, body: ExcludedChunk): IncludedChunk {
    const shown = outlined(withoutReason(body), line, this.counter.countTokens(line.content));
    return { ...shown, bodyReason: body.reason, bodyTokens: body.tokenCount };
  }

  private measured(body: ExcludedChunk): readonly OutlineCandidateLine[] {
    return outlineLevels.flatMap((level): OutlineCandidateLine[] => {
      const line = outlineLine(body, level);
      if (line === undefined) return [];
      const tokens = this.tokensOf(line);
      if (tokens >= body.tokenCount) return [];
      return [{ line, tokens, value: levelValues[level] * body.rankScore }];
    });
  }

  /** Tokens of one line without the framing of the outline, which two lines share. */
  private tokensOf(line: OutlineLine): number {
    this.first ??= { line, tokens: this.measure([line]) };
    return this.measure([this.first.line, line]) - this.first.tokens;
  }
}

/** The candidate's fitting line with the highest value per token. Valid until another line of its file is added. */
interface Offer {
  readonly candidate: Candidate;
  readonly line: OutlineCandidateLine;
  readonly gain: number;
}

/** The tokens that are left for the outline, and the lines that are already shown. */
interface OutlineRoom {
  readonly shownLines: ShownLines;
  readonly maxTokens: number;
}

/** Returns one offer for each hidden candidate with a fitting line; of equal lines the one with more detail. */
function offersOf(candidates: readonly Candidate[], { shownLines, maxTokens }: OutlineRoom): readonly Offer[] {
  return candidates.flatMap((candidate): readonly Offer[] => {
    if (isShown(candidate.body, shownLines)) return [];
    const novelty = furtherPartValue ** (shownLines.get(candidate.body.filePath)?.length ?? 0);
    let best: Offer | undefined;
    for (const line of candidate.lines) {
      const gain = (line.value * novelty) / Math.max(1, line.tokens);
      if (line.tokens <= maxTokens && (best === undefined || gain > best.gain)) best = { candidate, line, gain };
    }
    return best === undefined ? [] : [best];
  });
}

/** Updates the offers after one was taken. Only offers of its file, and those that no longer fit, change. */
function offersAfter(taken: Offer, offers: readonly Offer[], room: OutlineRoom): readonly Offer[] {
  const { filePath } = taken.candidate.body;
  const isSame = ({ candidate, line }: Offer): boolean =>
    candidate.body.filePath !== filePath && line.tokens <= room.maxTokens;
  const others = offers.filter((offer) => offer !== taken && !isSame(offer)).map(({ candidate }) => candidate);
  return [...offers.filter(isSame), ...offersOf(others, room)];
}

/** Returns the offer with the highest gain; of equal ones the better rank. */
function bestOf(offers: readonly Offer[]): Offer | undefined {
  let best = offers[0];
  for (const offer of offers) {
    if (best !== undefined && isBetter(offer, best)) best = offer;
  }
  return best;
}

function isBetter(offer: Offer, other: Offer): boolean {
  return (
    offer.gain > other.gain || (offer.gain === other.gain && offer.candidate.body.rank < other.candidate.body.rank)
  );
}

/** Whether a chunk's id leads back to its lines: whole lines of a file whose name is shown unchanged. */
function isExpandable(chunk: RankedChunk): boolean {
  const { filePath } = chunk;
  // Lines from before a change are in no current file.
  if (isFromGit(chunk) || isToolPath(filePath) || hasSecretPlaceholder(filePath) || isPieceOfLine(chunk)) return false;
  return shownPath(filePath) === filePath;
}
