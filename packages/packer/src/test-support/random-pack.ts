import {
  type ContextSource,
  type IncludedChunk,
  type LineRange,
  type PackedContext,
  type SourceType,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import fc from 'fast-check';

import { isOutlined } from '../detail/less-detail.js';
import { packedFiles } from '../format/packed-file.js';
import { TestPacker } from './a-packer.js';
import { WordSymbolGraph } from './word-symbol-graph.js';

/** Files, sources that overlap in them, and a budget. */
export interface RandomPack {
  readonly files: Readonly<Record<string, string>>;
  readonly sources: readonly ContextSource[];
  readonly tokens: number;
  /** A line that the user names. */
  readonly anchor?: { readonly filePath: string; readonly line: number } | undefined;
  readonly template: 'markdown' | 'xml' | 'json';
  readonly overlapMode: 'keep' | 'merge';
  /** Of the budget, for signatures of what packed code uses. */
  readonly closureShare: number;
}

/** What a file is written by: so many statements in each function, and whether a line of it holds a secret. */
interface FilePlan {
  readonly functions: readonly number[];
  readonly secretAt: number | undefined;
  readonly isTwin: boolean;
}

/** Files of a pack at most. */
const maxFiles = 4;

const filePlan: fc.Arbitrary<FilePlan> = fc.record({
  functions: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
  secretAt: fc.option(fc.nat(40), { freq: 5, nil: undefined }),
  isTwin: fc.boolean(),
});

/** What excerpts have to score to be packed. */
const minRelevanceScore = 0.25;

/** Lines of a file, from a share of it to a share of it. */
const excerpt = fc.record({
  file: fc.nat(3),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.double({ min: 0, max: 0.6, noNaN: true }),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Packs of several files with several chunks each; of their lines several sources have some. */
export const randomPack: fc.Arbitrary<RandomPack> = fc
  .record({
    plans: fc.array(filePlan, { minLength: 1, maxLength: maxFiles }),
    opened: fc.subarray([0, 1, 2, 3]),
    referenced: fc.subarray([0, 1, 2, 3]),
    excerpts: fc.array(excerpt, { maxLength: 8 }),
    outputs: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
    anchor: fc.option(fc.record({ file: fc.nat(3), at: fc.double({ min: 0, max: 0.99, noNaN: true }) }), {
      nil: undefined,
    }),
    tokens: fc.oneof(fc.nat(400), fc.nat(2_000)),
    template: fc.constantFrom('markdown' as const, 'xml' as const, 'json' as const),
    overlapMode: fc.constantFrom('keep' as const, 'keep' as const, 'merge' as const),
    closureShare: fc.constantFrom(0, 0, 0.1, 0.3),
  })
  .map(({ plans, opened, referenced, excerpts, outputs, anchor, ...settings }) => {
    const texts = plans.map((plan, index) => textOf(plan, plan.isTwin ? 0 : index));
    const names = texts.map((_, index) => `src/f${index}.txt`);
    const whole = (indexes: readonly number[], sourceType: SourceType): readonly ContextSource[] =>
      indexes.flatMap((index) =>
        texts[index] === undefined ? [] : [{ sourceType, filePath: names[index] as string, content: texts[index] }],
      );
    const found = excerpts.map(({ file, from, length, score }): ContextSource => {
      const index = file % texts.length;
      const lines = (texts[index] as string).split(/(?<=\n)/u);
      const startLine = 1 + Math.floor(from * (lines.length - 1));
      const endLine = Math.min(lines.length, startLine + Math.floor(length * lines.length));
      const content = lines.slice(startLine - 1, endLine).join('');
      return {
        ...{ sourceType: 'search-result', filePath: names[index] as string, content },
        ...{ lineRange: { startLine, endLine }, relevanceScore: score, minRelevanceScore },
      };
    });
    const said = outputs.map((count, index): ContextSource => {
      const content = Array.from({ length: count }, (_, line) => `FAIL step ${line} of total`).join('\n');
      return { sourceType: 'tool-result', filePath: `tool:run${index}`, content };
    });
    const anchorIndex = (anchor?.file ?? 0) % texts.length;
    const named = anchor && {
      filePath: names[anchorIndex] as string,
      line: 1 + Math.floor(anchor.at * (texts[anchorIndex] as string).split('\n').length),
    };
    const sources = [...whole(opened, 'open-file'), ...found, ...whole(referenced, 'reference'), ...said];
    return {
      files: Object.fromEntries(texts.map((text, index) => [names[index] as string, text])),
      sources: named === undefined ? sources : [...sources, ...anchored(named, texts[anchorIndex] as string)],
      ...{ ...settings, anchor: named },
    };
  });

/** A file as the least important source, in which the user names a line. */
function anchored({ filePath, line }: { filePath: string; line: number }, content: string): readonly ContextSource[] {
  return [{ sourceType: 'reference', filePath, content, anchors: [{ startLine: line, endLine: line }] }];
}

/** Functions that say which file, function and line they are of; each calls one of the next file. */
function textOf({ functions, secretAt }: FilePlan, seed: number): string {
  const lines = functions.flatMap((count, index) => [
    `function compute${seed}x${index}(total) {`,
    `  total = compute${(seed + 1) % maxFiles}x${index}(total);`,
    ...Array.from({ length: count }, (_, line) => `  total = total * ${seed}.${index} + step${line}(total);`),
    '}',
    '',
  ]);
  if (secretAt !== undefined) lines[secretAt % lines.length] = `  key = 'secret:abc${secretAt}';`;
  return lines.join('\n');
}

type PackerOptions = Pick<RandomPack, 'overlapMode' | 'closureShare'>;

const plainOptions: PackerOptions = { overlapMode: 'keep', closureShare: 0 };

/** Packers for many packs: a packer's options are fixed, its files are not. */
export class PackBench {
  private readonly packers = new Map<string, TestPacker>();
  private readonly graph = new WordSymbolGraph({});

  async pack({ files, sources, tokens, template, ...options }: RandomPack): Promise<PackedContext> {
    const { packer, files: memory } = this.packerFor(options);
    for (const [path, text] of Object.entries(files)) memory.setUnsavedContent(path, text);
    this.graph.read(files);
    return packer.pack(sources, packingBudgetOf(tokens), { task: 'compute the total', template });
  }

  /** A layout of the same texts, to try what else would have fitted. */
  async format(chunks: readonly IncludedChunk[], template: RandomPack['template']): Promise<string> {
    return (await this.packerFor(plainOptions).layoutOf(template)).format(chunks);
  }

  countTokens(text: string): number {
    return this.packerFor(plainOptions).counter.countTokens(text);
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.packers.values()].map((packer) => packer.dispose()));
  }

  private packerFor({ overlapMode, closureShare }: PackerOptions): TestPacker {
    const key = `${overlapMode} ${closureShare}`;
    let packer = this.packers.get(key);
    if (packer === undefined) {
      const { graph } = this;
      const packing = { deduplication: { overlapMode }, closure: { share: closureShare } };
      packer = new TestPacker({}, { chunking: { maxChunkTokens: 200, minChunkTokens: 10 }, packing, graph });
      this.packers.set(key, packer);
    }
    return packer;
  }
}

/** What is wrong with a pack, one sentence each; empty for a pack that is whole. */
export async function packProblems(
  packed: PackedContext,
  { files, sources, anchor, tokens, template, overlapMode }: RandomPack,
  bench: PackBench,
): Promise<readonly string[]> {
  const { content, totalTokens, includedChunks, excludedChunks } = packed;
  const bodies = includedChunks.filter((chunk) => !isOutlined(chunk));
  const problems: string[] = [];
  const check = (isTrue: boolean, problem: string): void => {
    if (!isTrue) problems.push(problem);
  };

  check(totalTokens <= tokens && bench.countTokens(content) === totalTokens, `${totalTokens} of ${tokens} tokens`);
  const all = [...includedChunks, ...excludedChunks];
  const ranks = all.map(({ rank }) => rank).sort((a, b) => a - b);
  check(ranks.join() === ranks.map((_, index) => index + 1).join(), `a candidate is missing or twice: ${ranks.join()}`);
  // A merged chunk may have the lines of one that was left out.
  const isOnce = overlapMode === 'merge' || new Set(all.map(({ id }) => id)).size === all.length;
  check(isOnce, 'a chunk is listed twice');
  for (const source of sources.filter(({ relevanceScore = 1 }) => relevanceScore < minRelevanceScore)) {
    const { filePath, lineRange } = source;
    const chunk = all.find((one) => one.filePath === filePath && isSameRange(one, lineRange));
    check(chunk !== undefined, `${filePath}:${lineRange?.startLine}-${lineRange?.endLine} is not accounted for`);
  }
  const weak = excludedChunks.filter(({ reason }) => reason === 'below-threshold');
  check(
    weak.every(({ content: text, factors }) => text === '' && factors.relevance < minRelevanceScore),
    'a chunk above the threshold is listed as below it, or the text of one below it is kept',
  );
  const included = new Set(bodies.map(({ id }) => id));
  for (const { id, keptChunk, reason } of excludedChunks) {
    const isRepetition = reason === 'duplicate' || reason === 'overlap';
    check(isRepetition === (keptChunk !== undefined), `${id} is left out as ${reason} with ${keptChunk}`);
    check(keptChunk === undefined || included.has(keptChunk), `${id} is left out for ${keptChunk}, which is not there`);
  }
  check(content === (await bench.format(includedChunks, template)), 'the text has other chunks');
  if (anchor !== undefined && tokens >= 600) {
    const { filePath, line } = anchor;
    const isSecret = /secret:/u.test(files[filePath]?.split('\n')[line - 1] ?? '');
    const isThere = bodies.some(
      (chunk) => chunk.filePath === filePath && chunk.startLine <= line && line <= chunk.endLine,
    );
    const isBlank = (files[filePath]?.split('\n')[line - 1] ?? '').trim() === '';
    check(isThere || isSecret || isBlank, `${filePath}:${line} is named, and not in the text`);
  }
  for (const { filePath, ranges } of packedFiles(bodies)) {
    const isApart = ranges.every(({ startLine }, index) => startLine > (ranges[index - 1]?.endLine ?? 0));
    check(isApart, `${filePath} has lines twice`);
  }
  for (const chunk of includedChunks.filter(isOutlined)) {
    const { id, filePath, startLine, endLine } = chunk;
    const lines = new LineIndex(files[filePath] ?? '');
    const body = lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
    check(id === chunkId(chunk, body), `${id} leads to other lines`);
    check(content.includes(template === 'json' ? JSON.stringify(id) : id), `${id} has no line in the outline`);
    // A signature of related code may be of a definition around another one.
    if (chunk.because !== undefined) continue;
    const others = includedChunks.filter((other) => other !== chunk && other.filePath === filePath);
    check(!others.some((other) => startLine <= other.endLine && other.startLine <= endLine), `${id} is there twice`);
  }
  if (includedChunks.some(({ isTruncated }) => isTruncated === true)) return problems;
  for (const chunk of excludedChunks.filter(({ reason }) => reason === 'budget-exceeded')) {
    const larger = await bench.format([...includedChunks, chunk], template);
    check(bench.countTokens(larger) > tokens, `${chunk.id} of ${chunk.tokenCount} tokens would have fitted`);
  }
  return problems;
}

function isSameRange(one: LineRange, other: LineRange | undefined): boolean {
  return one.startLine === other?.startLine && one.endLine === other.endLine;
}
