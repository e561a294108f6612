import {
  type ContextSource,
  IChunker,
  IContextPacker,
  type ILexichordRuntime,
  type RankedChunk,
  type SourceType,
  sourceTypes,
} from '@lexichord/abstractions';
import {
  IBudgetManagerFactory,
  IDeduplicator,
  IFormatter,
  IRanker,
  ISelector,
  type RankingContext,
  type SourcedChunk,
} from '@lexichord/packer';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { Repetition, RunSettings, Sizes } from '../benchmark.js';
import { seededRandom } from '../seeded-random.js';
import { type BoundedRow, percentile, summary, timePreparedRuns, timeRuns } from './bounded-row.js';
import { generatedCode } from './generated-code.js';
import { packedTokens, packingTasks } from './packing-workspace.js';
import { type SourceFileQuery, collectSourceFiles } from './token-counter-texts.js';

const day = 86_400_000;
const stageRepetition: Repetition = { warmUp: 10, runs: 60 };

/** At full size these are the numbers of the requirements. */
interface StageSizes {
  readonly chunks: number;
  /** Chunks of the selection that is compared with one of `chunks`. */
  readonly manyChunks: number;
  /** Source files whose text is counted. */
  readonly countedFiles: SourceFileQuery;
  /** UTF-16 units of a file that is cut. */
  readonly fileLength: number;
}

const sizes: Sizes<StageSizes> = {
  full: {
    chunks: 1_000,
    manyChunks: 10_000,
    countedFiles: { folders: ['packages', 'node_modules'], count: 250 },
    fileLength: 1_000_000,
  },
  smoke: { chunks: 100, manyChunks: 400, countedFiles: { folders: ['packages'], count: 60 }, fileLength: 60_000 },
};

/** Ten chunks of about the size that the chunker aims for make a file. */
const chunksPerFile = 10;

/** Each stage alone, with chunks that the chunker cut from generated code. */
export async function measureStages(runtime: ILexichordRuntime, settings: RunSettings): Promise<readonly BoundedRow[]> {
  // The stages are registered with the packer's first call.
  await runtime.resolve(IContextPacker).getStats();
  const chunks = await cutChunks(runtime, settings.sizeOf(sizes).chunks);
  const input: StageInput = { runtime, chunks, repetition: settings.repetition(stageRepetition) };
  return [
    await counting(settings),
    ...(await ranking(input)),
    ...(await deduplicating(input)),
    await selecting(input),
    await formatting(input),
    ...(await chunking(runtime, settings)),
  ];
}

/** What most stages are measured with. */
interface StageInput {
  readonly runtime: ILexichordRuntime;
  readonly chunks: readonly SourcedChunk[];
  readonly repetition: Repetition;
}

/** How selecting 10,000 chunks compares with selecting 1,000, at half of what they have in tokens. */
export async function selectionGrowth(runtime: ILexichordRuntime, settings: RunSettings): Promise<BoundedRow> {
  const { chunks, manyChunks } = settings.sizeOf(sizes);
  const { warmUp, runs } = settings.repetition({ warmUp: 3, runs: 15 });
  const many = await rankAll(runtime, await cutChunks(runtime, manyChunks));
  const few = many.slice(0, chunks);
  const ratios: number[] = [];
  for (let round = -warmUp; round < runs; round += 1) {
    const one = await timeSelection(runtime, few, { warmUp: 0, runs: 3 });
    const other = await timeSelection(runtime, many, { warmUp: 0, runs: 1 });
    if (round >= 0) ratios.push(percentile(other, 0.5) / percentile(one, 0.5));
  }
  const sorted = ratios.toSorted((left, right) => left - right);
  return {
    name: 'NFR-016-14: selection, 10,000 chunks against 1,000',
    ...summary(sorted),
    target: 12,
    bound: 20,
  };
}

/** Other text each time: real files, because what is generated has too few different words. */
async function counting({ repetition, sizeOf }: RunSettings): Promise<BoundedRow> {
  const length = 50_000;
  const text = (await collectSourceFiles(sizeOf(sizes).countedFiles)).map((file) => file.text).join('\n');
  const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
  const pieces = Math.floor(text.length / length);
  const samples = await timePreparedRuns(
    (run) => `${run}\n${text.slice((run % pieces) * length, ((run % pieces) + 1) * length)}`,
    (piece) => counter.countTokens(piece),
    repetition({ warmUp: 3, runs: Math.min(40, pieces - 3) }),
  );
  return { name: 'AC-122: counting 50,000 characters', ...summary(samples), target: 10, bound: 50 };
}

async function ranking(input: StageInput): Promise<readonly BoundedRow[]> {
  const hundred: StageInput = { ...input, chunks: input.chunks.slice(0, 100) };
  const relevanceAlone = { weights: { relevance: 1, recency: 0, source: 0 }, relevance: 'keyword' } as const;
  return [
    await rankingOf(hundred, { name: 'AC-123: ranking 100 chunks', target: 5, bound: 50 }),
    await rankingOf(hundred, {
      ...{ name: 'AC-075: relevance of 100 chunks, by keywords', target: 5, bound: 10 },
      ...relevanceAlone,
    }),
    await rankingOf(input, { name: 'NFR-016-04: ranking 1,000 chunks', target: 50, bound: 100 }),
    await rankingAgain(input),
  ];
}

type RankingRow = Pick<BoundedRow, 'name' | 'target' | 'bound'> & Partial<RankingContext>;

/** Other text each time. */
async function rankingOf(
  { runtime, chunks, repetition }: StageInput,
  { name, target, bound, ...given }: RankingRow,
): Promise<BoundedRow> {
  const ranker = runtime.resolve(IRanker);
  const samples = await timePreparedRuns(
    (run) => unknownChunks(chunks, `${name} ${run}`),
    (unknown) => ranker.rank(unknown, { ...rankingContext(), ...given }),
    repetition,
  );
  return { name, ...summary(samples), target, bound };
}

/** The same chunks each time, for another task. */
async function rankingAgain({ runtime, chunks, repetition }: StageInput): Promise<BoundedRow> {
  const ranker = runtime.resolve(IRanker);
  const samples = await timePreparedRuns(
    (run) => ({ ...rankingContext(), task: packingTasks[run % packingTasks.length] ?? '' }),
    (context) => ranker.rank(chunks, context),
    repetition,
  );
  return { name: 'NFR-016-04: ranking 1,000 chunks, ranked before', ...summary(samples), target: 10, bound: 100 };
}

/** One of five chunks repeats another one, one overlaps another one. */
async function deduplicating({ runtime, chunks, repetition }: StageInput): Promise<readonly BoundedRow[]> {
  const deduplicator = runtime.resolve(IDeduplicator);
  const few = chunks.slice(0, 200);
  const unknown = (some: readonly SourcedChunk[]) => (run: number) =>
    rankAll(runtime, withRepetition(unknownChunks(some, `${some.length} deduplicated ${run}`)));
  const known = await rankAll(runtime, withRepetition(chunks));
  const time = async (prepare: (run: number) => readonly RankedChunk[] | Promise<readonly RankedChunk[]>) =>
    summary(await timePreparedRuns(prepare, (ranked) => deduplicator.deduplicate(ranked), repetition));
  return [
    { name: 'AC-124: deduplicating 200 chunks', ...(await time(unknown(few))), target: 10, bound: 50 },
    { name: 'NFR-016-05: deduplicating 1,000 chunks', ...(await time(unknown(chunks))), target: 25, bound: 50 },
    {
      name: 'NFR-016-05: deduplicating 1,000 chunks, seen before',
      ...(await time(() => known)),
      target: 10,
      bound: 50,
    },
  ];
}

async function selecting({ runtime, chunks, repetition }: StageInput): Promise<BoundedRow> {
  const samples = await timeSelection(runtime, await rankAll(runtime, chunks), repetition);
  return { name: 'NFR-016-06: selection of 1,000 chunks', ...summary(samples), target: 5, bound: 25 };
}

/** In a budget for half of the chunks. */
async function timeSelection(
  runtime: ILexichordRuntime,
  chunks: readonly RankedChunk[],
  times: Repetition,
): Promise<number[]> {
  const [selector, budgets] = [runtime.resolve(ISelector), runtime.resolve(IBudgetManagerFactory)];
  const layout = await runtime.resolve(IFormatter).layout('markdown', '');
  const tokens = Math.floor(chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / 2);
  const rules = { minimumChunks: 1, inclusionThreshold: 0, balance: false, breadthTokens: 2_000, layout };
  return timeRuns(() => selector.select(chunks, { ...rules, budget: budgets.create(tokens) }), times);
}

/** The text of a full budget, and its tokens counted as a whole. */
async function formatting({ runtime, chunks, repetition }: StageInput): Promise<BoundedRow> {
  const formatter = runtime.resolve(IFormatter);
  let tokens = 0;
  const included = (await rankAll(runtime, chunks)).filter(({ tokenCount }) => {
    tokens += tokenCount;
    return tokens <= packedTokens;
  });
  const samples = await timePreparedRuns(
    (run) => unknownChunks(included, String(run)),
    async (unknown) => {
      const layout = await formatter.layout('markdown', packingTasks[0]);
      return runtime.tokenCounter.countTokens(layout.format(unknown));
    },
    repetition,
  );
  return { name: 'NFR-016-07: formatting and counting 90,000 tokens', ...summary(samples), target: 25, bound: 50 };
}

/** Other text each time. The parser alone takes most of the time; what has none is cut at lines. */
async function chunking(
  runtime: ILexichordRuntime,
  { repetition, sizeOf }: RunSettings,
): Promise<readonly BoundedRow[]> {
  const chunker = runtime.resolve(IChunker);
  const time = async (filePath: string, language: string) => {
    const samples = await timePreparedRuns(
      (run) => generatedCode('typescript', sizeOf(sizes).fileLength, seededRandom(run)),
      (content) => chunker.chunk({ filePath, content, language }),
      repetition({ warmUp: 3, runs: 15 }),
    );
    return { ...summary(samples), target: 100, bound: 200 };
  };
  return [
    { name: 'NFR-016-08: chunking 1 MB of TypeScript', ...(await time('src/large.ts', 'typescript')) },
    { name: 'NFR-016-08: chunking 1 MB at lines', ...(await time('src/large.txt', 'plaintext')) },
  ];
}

async function rankAll(runtime: ILexichordRuntime, chunks: readonly SourcedChunk[]): Promise<readonly RankedChunk[]> {
  return runtime.resolve(IRanker).rank(chunks, rankingContext());
}

function rankingContext(): RankingContext {
  return {
    task: packingTasks[0],
    weights: { relevance: 0.5, recency: 0.3, source: 0.2 },
    priorities: { 'tool-result': 100, 'open-file': 80, 'search-result': 60, reference: 40 },
    relevance: 'auto',
    nowMs: 400 * day,
  };
}

/** Chunks of generated files, as the packer would give them to its stages. */
async function cutChunks(runtime: ILexichordRuntime, count: number): Promise<readonly SourcedChunk[]> {
  const chunker = runtime.resolve(IChunker);
  const random = seededRandom(7);
  const chunks: SourcedChunk[] = [];
  for (let file = 0; chunks.length < count; file += 1) {
    const source: ContextSource = {
      sourceType: sourceTypes[1 + (file % 3)] ?? 'reference',
      filePath: `src/part-${file % 20}/file-${file}.ts`,
      content: generatedCode('typescript', 14_000, random),
    };
    const cut = await chunker.chunk({ ...source, language: 'typescript' });
    for (const chunk of cut.chunks.slice(0, chunksPerFile)) chunks.push(sourced(chunk, source.sourceType, file));
  }
  return chunks.slice(0, count);
}

function sourced(chunk: Omit<SourcedChunk, 'sourceType'>, sourceType: SourceType, file: number): SourcedChunk {
  const modifiedMs = (400 - (file % 120)) * day;
  return sourceType === 'search-result'
    ? { ...chunk, sourceType, modifiedMs, relevanceScore: ((file * 37) % 101) / 100 }
    : { ...chunk, sourceType, modifiedMs };
}

/** The same with a line more at the end of each, and ids to match. */
function unknownChunks<T extends SourcedChunk>(chunks: readonly T[], mark: string): readonly T[] {
  return chunks.map((chunk) => ({
    ...chunk,
    id: `${chunk.id} ${mark}`,
    content: `${chunk.content}// ${mark} of ${chunk.filePath}:${chunk.startLine}\n`,
  }));
}

function withRepetition(chunks: readonly SourcedChunk[]): readonly SourcedChunk[] {
  return chunks.map((chunk, index) => {
    const other = chunks[index - 3];
    if (other === undefined) return chunk;
    if (index % 5 === 0) return { ...other, id: `${other.id} again` };
    if (index % 5 !== 1) return chunk;
    const moved = Math.ceil((other.endLine - other.startLine) / 4);
    return {
      ...other,
      id: `${other.id} moved`,
      content: `${other.content}\n// moved\n`,
      startLine: other.startLine + moved,
    };
  });
}
