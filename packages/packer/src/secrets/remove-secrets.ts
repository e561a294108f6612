import type { Chunk, ITokenCounter, LineRange, WithheldSecret } from '@lexichord/abstractions';
import { LineIndex, chunkId } from '@lexichord/platform/internal';
import { distinctSecrets, placeInFile } from '@lexichord/secrets/internal';

import { linesOfChunk } from '../chunk/excerpt-chunk.js';

/** The parts of a chunk without lines that contain secrets. */
export interface ChunkWithoutSecrets<C extends Chunk> {
  /** By line; the chunk itself if nothing is removed. */
  readonly kept: readonly C[];
  /** The removed pieces, without their content, by line. */
  readonly removed: readonly RemovedPiece<C>[];
}

/** Lines that were removed from a chunk. */
export interface RemovedPiece<C extends Chunk> {
  /**
   * Its content is empty and its id is that of the empty content, so that nothing reveals the secret; its tokens are
   * those of the lines.
   */
  readonly chunk: C;
  /** Rule and lines, such as `github on line 3`. */
  readonly detail: string;
  readonly secrets: readonly WithheldSecret[];
}

/**
 * Removes whole lines, because a part of a line gives hints about the rest. A piece of a line that was too long for one
 * chunk is removed with its line. Blank lines that would remain alone are removed, too.
 *
 * @param findings of the whole file, with its line numbers
 */
export function removeSecrets<C extends Chunk>(
  chunk: C,
  findings: readonly LinesWithSecret[],
  counter: Pick<ITokenCounter, 'countTokens'>,
): ChunkWithoutSecrets<C> {
  const touching = findings.filter(
    ({ startLine, endLine }) => startLine <= chunk.endLine && chunk.startLine <= endLine,
  );
  if (touching.length === 0) return { kept: [chunk], removed: [] };
  const lines = new LineIndex(chunk.content);
  const runs = runsOf(chunk, lines, touching);
  return {
    kept: runs.filter(({ isSecret }) => !isSecret).map((run) => pieceOf(chunk, run, counter)),
    removed: runs
      .filter(({ isSecret }) => isSecret)
      .map((run) => ({ chunk: emptied(pieceOf(chunk, run, counter)), ...reportOf(run, chunk.filePath, touching) })),
  };
}

/** Line range of a possible secret. */
export interface LinesWithSecret extends LineRange {
  readonly rule: string;
}

/** Consecutive lines that are kept, or that are removed. */
interface Run {
  /** 1-based, of the file. */
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
  readonly content: string;
  readonly isSecret: boolean;
}

function runsOf(chunk: Chunk, lines: LineIndex, findings: readonly LinesWithSecret[]): readonly Run[] {
  const count = chunk.endLine - chunk.startLine + 1;
  const secret = Array.from({ length: count }, () => false);
  for (const { startLine, endLine } of findings) {
    const from = Math.max(0, startLine - chunk.startLine);
    secret.fill(true, from, Math.max(from, endLine - chunk.startLine + 1));
  }
  const runs: Run[] = [];
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && secret[to] === secret[from]) to += 1;
    // A chunk may have text after its last line end that belongs to that line: a piece of a long line can end anywhere.
    const end = to === count ? chunk.content.length : lines.start(to);
    const content = chunk.content.slice(lines.start(from), end);
    const [startLine, endLine] = [chunk.startLine + from, chunk.startLine + to - 1];
    addRun(runs, { startLine, endLine, content, isSecret: secret[from] === true || content.trim() === '' });
    from = to;
  }
  return runs;
}

function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last?.isSecret !== run.isSecret) runs.push(run);
  else runs[runs.length - 1] = { ...last, endLine: run.endLine, content: last.content + run.content };
}

function pieceOf<C extends Chunk>(
  chunk: C,
  { startLine, endLine, content }: Run,
  counter: Pick<ITokenCounter, 'countTokens'>,
): C {
  return linesOfChunk(chunk, { startLine, endLine, content, tokenCount: counter.countTokens(content) });
}

function emptied<C extends Chunk>(chunk: C): C {
  return { ...chunk, id: chunkId(chunk, ''), content: '', symbol: undefined, definitions: [] };
}

function reportOf(
  run: Run,
  filePath: string,
  findings: readonly LinesWithSecret[],
): Pick<RemovedPiece<Chunk>, 'detail' | 'secrets'> {
  const own = findings.filter(({ startLine, endLine }) => startLine <= run.endLine && run.startLine <= endLine);
  const details = own.map(({ rule, startLine, endLine }) =>
    startLine === endLine ? `${rule} on line ${startLine}` : `${rule} on lines ${startLine}-${endLine}`,
  );
  const secrets = own.map((finding) => ({ rule: finding.rule, place: placeInFile(filePath, finding) }));
  return { detail: [...new Set(details)].join(', '), secrets: distinctSecrets(secrets) };
}
