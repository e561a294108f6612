import 'reflect-metadata';
import {
  type CallOptions,
  type Chunk,
  type ChangedFile,
  ErrorCode,
  IChunker,
  ISecretScanner,
  ISymbolExtractor,
  ITokenCounter,
  type MissingText,
  type RejectedSource,
  type WorkspaceChange,
} from '@lexichord/abstractions';
import { chunkId, escapeCharacter, isProse, raceWithSignal } from '@lexichord/platform/internal';
import { screenText } from '@lexichord/secrets';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import type { ChunkedSources, SourcedChunk, WithheldChunk } from '../chunk/source-chunker.js';
import { outOfTime, rejectionOf } from '../collect/source-collector.js';
import { changeSummary, fitLines, missingTexts } from './change-summary.js';
import { type ChangeUnit, changeUnits } from './change-units.js';
import { type ChangedDefinition, changedDefinitions } from './changed-definitions.js';
import { fitChange } from './fit-change.js';
import { withVisibleReturns } from './marked-lines.js';
import { type UnitSecrets, chunksOfSpan, markedText, secretLines } from './unit-chunks.js';

/** Maximum share of the change's tokens for the list of its files. */
const summaryShare = 0.15;
/** Minimum size of this limit, in tokens. */
const minSummaryTokens = 48;
/** Maximum share of the change's tokens for one piece, and the minimum of this limit in tokens. */
const pieceShare = 0.2;
const minPieceTokens = 64;
/** Number of files that are cut concurrently. */
const filesAtOnce = 8;

/** The part of a change in a pack. */
export interface CutChange {
  /** The list of files first, then the changed lines by importance; `anchorOrder` counts from 0. */
  readonly chunks: readonly SourcedChunk[];
  readonly withheld: readonly WithheldChunk[];
  /** Changed files without lines in the pack. */
  readonly rejected: readonly RejectedSource[];
  /** Tokens of the chunks. */
  readonly tokens: number;
  readonly isPartial: boolean;
}

/** Result for a pack without a change. */
export const noChange: CutChange = { chunks: [], withheld: [], rejected: [], tokens: 0, isPartial: false };

/** Puts a change before the chunks of sources and before the lines that the user names. */
export function withChange(cut: ChunkedSources, change: CutChange): ChunkedSources {
  const first = change.chunks.length;
  const behind = (chunk: SourcedChunk): SourcedChunk =>
    chunk.anchorOrder === undefined ? chunk : { ...chunk, anchorOrder: chunk.anchorOrder + first };
  return {
    chunks: [...change.chunks, ...cut.chunks.map(behind)],
    withheld: [...change.withheld, ...cut.withheld.map((one) => ({ ...one, chunk: behind(one.chunk) }))],
    rejected: [...change.rejected, ...cut.rejected],
    cached: cut.cached,
    isPartial: change.isPartial || cut.isPartial,
  };
}

/** A file that was cut into units. */
interface CutFile {
  readonly units: readonly ChangeUnit[];
  readonly definitions: readonly ChangedDefinition[];
  readonly secrets: UnitSecrets;
}

/** The contents of the changed files, independent of a budget. */
export interface ReadChange {
  readonly change: WorkspaceChange;
  readonly cut: readonly CutFile[];
  /** Changed files without lines in the pack. */
  readonly rejected: readonly RejectedSource[];
}

/** Cuts a change into chunks: the list of files, then each changed definition with its removed lines. */
@injectable()
export class ChangeCutter {
  constructor(
    @inject(IChunker) private readonly chunker: IChunker,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ISymbolExtractor, { isOptional: true }) private readonly extractor?: ISymbolExtractor,
  ) {}

  /**
   * Reads the definitions and secrets of the changed files.
   *
   * @param stop ends reading; files that are unread by then are rejected, but stay in the list of files
   */
  async read(change: WorkspaceChange, { stop }: { readonly stop: AbortSignal }): Promise<ReadChange> {
    const rejected = change.files.flatMap(rejectionOfFile);
    const files = change.files.filter(({ hunks }) => hunks.length > 0).map(visible);
    const limit = pLimit(filesAtOnce);
    const outcomes = await Promise.all(files.map((file) => limit(() => this.cutFile(file, stop))));
    return {
      change,
      cut: outcomes.flatMap((one) => ('reason' in one ? [] : [one])),
      rejected: [...rejected, ...outcomes.flatMap((one) => ('reason' in one ? [one] : []))],
    };
  }

  /**
   * @param maxTokens maximum tokens of the change
   * @throws the signal's reason
   */
  async fit(
    { change, cut, rejected }: ReadChange,
    { maxTokens, signal }: CallOptions & { readonly maxTokens: number },
  ): Promise<CutChange> {
    const definitions = cut.flatMap((file) => file.definitions);
    const summary = await this.summaryOf(change, definitions, { maxTokens, signal });
    const secrets = new Map(cut.flatMap(({ units, secrets: own }) => units.map((unit) => [unit, own] as const)));
    const units = inOrder([...secrets.keys()], definitions);
    const countTokens = (unit: ChangeUnit, span: { first: number; last: number }): number =>
      this.counter.countTokens(markedText(unit.file, unit.lines.slice(span.first, span.last + 1)));
    const fitted = fitChange(units, { maxTokens: maxTokens - summary.tokenCount, countTokens });
    const maxPieceTokens = Math.max(minPieceTokens, Math.floor(maxTokens * pieceShare));
    const parts = fitted.flatMap(({ unit, spans }) =>
      spans.map((span) =>
        chunksOfSpan(unit, span, {
          secrets: secrets.get(unit) as UnitSecrets,
          ...{ definitions, maxPieceTokens, counter: this.counter },
        }),
      ),
    );

    const ordered = [summary, ...parts.flatMap(({ kept }) => kept)];
    const chunks = ordered.map((chunk, anchorOrder): SourcedChunk => ({ ...chunk, anchorOrder }));
    return {
      chunks,
      withheld: parts.flatMap(({ withheld }) => withheld),
      rejected,
      tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      isPartial: rejected.some(({ reason }) => reason === outOfTime.reason),
    };
  }

  private async cutFile(file: ChangedFile, stop: AbortSignal): Promise<CutFile | RejectedSource> {
    try {
      return await raceWithSignal(this.cutInTime(file, { signal: stop }), stop);
    } catch (error) {
      const why = stop.aborted ? outOfTime : rejectionOf(error);
      return { filePath: file.path, sourceType: 'tool-result', ...why };
    }
  }

  private async cutInTime(file: ChangedFile, { signal }: CallOptions): Promise<CutFile> {
    const { path: filePath, language, before, after } = file;
    const content = file.status === 'deleted' ? before : after;
    const { chunks } = await this.chunker.chunk({ filePath, content, language }, { signal });
    const [former, present] = [await this.scanner.scan(before, { signal }), await this.scanner.scan(after, { signal })];
    return {
      // A modified file can be empty after the change.
      units: changeUnits(file, chunks.length === 0 ? [emptyChunk(file)] : chunks),
      definitions: await changedDefinitions(file, this.extractor, { signal }),
      secrets: { before: secretLines(former), after: secretLines(present) },
    };
  }

  private async summaryOf(
    change: WorkspaceChange,
    definitions: readonly ChangedDefinition[],
    { maxTokens, signal }: CallOptions & { readonly maxTokens: number },
  ): Promise<SourcedChunk> {
    const room = Math.max(minSummaryTokens, Math.floor(maxTokens * summaryShare));
    const lines = changeSummary(change, definitions).map(oneLine);
    const { text } = await screenText(lines.join('\n'), this.scanner, { signal });
    const content = fitLines(text.split('\n'), (shown) => this.counter.countTokens(shown) <= room);
    // Cannot collide with a given tool output, because these names have no white space.
    const filePath = `tool:git diff ${change.name}`;
    const range = { filePath, startLine: 1, endLine: content.split('\n').length };
    return {
      ...range,
      id: chunkId(range, content),
      ...{ content, tokenCount: this.counter.countTokens(content), kind: 'lines', language: 'plaintext' },
      ...{ enclosing: [], definitions: [], sourceType: 'tool-result', relevanceScore: 1 },
      relation: { role: 'summary', note: '' },
    };
  }
}

function emptyChunk({ path: filePath, language }: ChangedFile): Chunk {
  const range = { filePath, startLine: 1, endLine: 1 };
  return {
    ...range,
    ...{ id: chunkId(range, ''), content: '', tokenCount: 0, kind: 'lines', enclosing: [], definitions: [], language },
  };
}

/** Returns the same object if nothing must be made visible, so that its cached results stay valid. */
function visible(file: ChangedFile): ChangedFile {
  if (!`${file.before}${file.after}`.includes('\r')) return file;
  return { ...file, before: withVisibleReturns(file.before), after: withVisibleReturns(file.after) };
}

/** A path may have a line feed. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

/**
 * Orders definitions with a changed signature or removed definitions first, then other code, then prose and data;
 * within these by path and line.
 */
function inOrder(units: readonly ChangeUnit[], definitions: readonly ChangedDefinition[]): readonly ChangeUnit[] {
  const open = definitions.filter(({ hasOtherSignature, change }) => hasOtherSignature || change === 'removed');
  const rankOf = ({ file, lines, chunk }: ChangeUnit): number => {
    if (isProse(file.language)) return 2;
    if (chunk === undefined || chunk.definitions.length === 0) return 1;
    const [first, last] = [
      lines.find(({ after }) => after !== undefined)?.after ?? 0,
      lines.findLast(({ after }) => after !== undefined)?.after ?? 0,
    ];
    const isOpen = open.some(
      ({ filePath, startLine }) => filePath === file.path && first <= startLine && startLine <= last,
    );
    return isOpen ? 0 : 1;
  };
  return units
    .map((unit, index) => ({ unit, index, rank: rankOf(unit) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ unit }) => unit);
}

const codes: Readonly<Record<MissingText, string>> = {
  binary: ErrorCode.binaryFile,
  denied: ErrorCode.pathDenied,
  link: ErrorCode.invalidArgument,
  submodule: ErrorCode.invalidArgument,
  'too-large': ErrorCode.fileTooLarge,
  unreadable: ErrorCode.ioFailed,
};

function rejectionOfFile({ path: filePath, missingText }: ChangedFile): readonly RejectedSource[] {
  if (missingText === undefined) return [];
  const message = `The file is part of the change but is not shown: ${missingTexts[missingText]}.`;
  return [{ filePath, sourceType: 'tool-result', reason: codes[missingText], message }];
}
