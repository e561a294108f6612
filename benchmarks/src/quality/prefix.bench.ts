import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type ILexichordRuntime,
  ITokenCounter,
  type PackedContext,
  type PackLayout,
  packLayouts,
  previousPackOf,
} from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type CommitTurn, commitTurns, editedTurns } from './commit-turns.js';

const budget = 8_000;

/** Most of a text that may change with every turn. */
const maxTailShare = 0.25;

/** A turn that keeps less than this share of the text before has written it anew. */
const minKeptShare = 0.5;

/** Packs of one layout, turn after turn. */
interface Replay {
  readonly layout: PackLayout;
  last: PackedContext | undefined;
  /** Tokens of the texts before, without their ends; and of these, those that the next text begins with. */
  asked: number;
  kept: number;
  rewrites: number;
  /** Of each turn, 0 to 1. */
  readonly commitFiles: number[];
  readonly files: number[];
  readonly lines: number[];
  readonly errors: string[];
}

/**
 * How much of a packed text is the beginning of the next one, while a repository is worked on: the last fifty commits of a
 * repository, each packed for its subject in the files before it, in both layouts. And what the stable layout costs: how
 * much it has of the files and lines of the default one, and of the files that the commit changed.
 */
export async function benchmarkPrefix({ inputs, print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const work = await mkdtemp(join(tmpdir(), 'lexichord-prefix-'));
  try {
    const maxTurns = sizeOf({ full: 50, smoke: 5 });
    const repository = sizeOf({ full: await inputs.repository(), smoke: undefined });
    const replayed =
      repository === undefined
        ? await editedTurns(join(work, 'edited'), maxTurns)
        : await commitTurns(repository, { work, maxTurns });
    if (replayed === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository with a git history' };
    const replays = packLayouts.map(newReplay);
    const runtime = await createRuntime({
      workspaceRoot: replayed.folder,
      cacheFolder: join(work, 'cache'),
      configuration: { logging: { level: 'silent' }, context: { timeoutMs: 600_000 } },
    });
    try {
      for await (const turn of replayed.turns) await packTurn(turn, replays, runtime);
    } finally {
      await runtime.dispose();
    }
    printTable(print, `Prefix stability at ${budget} tokens`, replays.map(rowOf));
    return { errors: replays.flatMap(({ errors }) => errors) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function newReplay(layout: PackLayout): Replay {
  const counts = { last: undefined, asked: 0, kept: 0, rewrites: 0 };
  return { layout, ...counts, commitFiles: [], files: [], lines: [], errors: [] };
}

async function packTurn(turn: CommitTurn, replays: readonly Replay[], runtime: ILexichordRuntime): Promise<void> {
  const counter = runtime.resolve(ITokenCounter);
  let ranked: PackedContext | undefined;
  for (const replay of replays) {
    const { last, layout } = replay;
    const previous = last === undefined ? undefined : previousPackOf(last);
    const packed = await runtime.pack(turn.task, {
      budget,
      layout,
      previous: layout === 'stable' ? previous : undefined,
    });
    ranked ??= packed;
    if (counter.countTokens(packed.content) > budget) replay.errors.push(`${layout}: above the budget`);
    if (packed.partial) replay.errors.push(`${layout}: partial, so that the figures say nothing`);
    if (last !== undefined) notePrefix(replay, { last, packed, counter });
    replay.last = packed;
    const shown = new Set(packed.includedChunks.map(({ filePath }) => filePath));
    if (turn.changedFiles.length > 0) replay.commitFiles.push(shareIn(turn.changedFiles, shown));
    replay.files.push(shareIn(new Set(ranked.includedChunks.map(({ filePath }) => filePath)), shown));
    replay.lines.push(shareIn(linesOf(ranked), linesOf(packed)));
  }
}

function notePrefix(
  replay: Replay,
  {
    last,
    packed,
    counter,
  }: { readonly last: PackedContext; readonly packed: PackedContext; readonly counter: ITokenCounter },
): void {
  let length = 0;
  while (length < last.content.length && last.content[length] === packed.content[length]) length += 1;
  const asked = last.totalTokens - Math.min(tailTokens(last, counter), last.totalTokens * maxTailShare);
  const kept = Math.min(asked, counter.countTokens(last.content.slice(0, length)));
  replay.asked += asked;
  replay.kept += kept;
  if (kept < asked * minKeptShare) replay.rewrites += 1;
}

/** Of a stable text, what is behind its body; of another one, all that may be left aside. */
function tailTokens(
  { includedChunks, bodyChunks, content, totalTokens }: PackedContext,
  counter: ITokenCounter,
): number {
  if (bodyChunks === undefined) return totalTokens * maxTailShare;
  const tail = includedChunks.slice(bodyChunks).reduce((tokens, chunk) => tokens + chunk.tokenCount, 0);
  return tail + counter.countTokens(content.slice(content.lastIndexOf('### Lines of the files above')));
}

function linesOf({ includedChunks }: PackedContext): ReadonlySet<string> {
  return new Set(
    includedChunks.flatMap(({ filePath, startLine, endLine }) =>
      Array.from({ length: endLine - startLine + 1 }, (_, index) => `${filePath}:${startLine + index}`),
    ),
  );
}

function shareIn(wanted: Iterable<string>, shown: ReadonlySet<string>): number {
  const all = [...wanted];
  return all.length === 0 ? 1 : all.filter((one) => shown.has(one)).length / all.length;
}

function rowOf({ layout, asked, kept, rewrites, commitFiles, files, lines }: Replay): TableRow {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const meanOf = (shares: readonly number[]): string =>
    shares.length === 0 ? '' : percent(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  return {
    layout,
    turns: `${files.length}`,
    'stays a prefix': percent(asked === 0 ? 1 : kept / asked),
    rewrites: `${rewrites}`,
    'files of the default': meanOf(files),
    'lines of the default': meanOf(lines),
    'files of the commit': meanOf(commitFiles),
  };
}
