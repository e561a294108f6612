import {
  type ContextSource,
  type ExcludedChunk,
  IChunker,
  type IncludedChunk,
  type LineRange,
  type PackedContext,
  type SourceType,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import fc from 'fast-check';

import { definitionOf } from '../chunk/excerpt-chunk.js';
import { contentKey } from '../deduplicate/content-key.js';
import { holds } from '../deduplicate/kept-ranges.js';
import { isOutlined } from '../detail/less-detail.js';
import { packedFiles } from '../format/packed-file.js';
import { rangeNotes } from '../format/range-notes.js';
import { TestPacker } from './a-packer.js';
import { WordSymbolGraph } from './word-symbol-graph.js';
import { testPackingOptions } from './packing-options.js';

/** Files, sources that overlap in them, and a budget. */
export interface RandomPack {
  readonly files: Readonly<Record<string, string>>;
  readonly sources: readonly ContextSource[];
  /** Chunks that a search has found in files with classes. */
  readonly hits: readonly RandomHit[];
  readonly tokens: number;
  /** A line that the user names. */
  readonly anchor?: { readonly filePath: string; readonly line: number } | undefined;
  readonly template: 'markdown' | 'xml' | 'json';
  readonly overlapMode: 'keep' | 'merge';
  /** Of the budget, for signatures of what packed code uses. */
  readonly closureShare: number;
}

/** A chunk of a file, and how well it answers. */
interface RandomHit {
  readonly filePath: string;
  /** Which of the file's chunks: a share of their number, 0 to 1. */
  readonly at: number;
  readonly score: number;
}

/** Plan of a file: the number of statements in each function, and whether a line of it holds a secret. */
interface FilePlan {
  readonly functions: readonly number[];
  /** The functions are methods of a class, and the first of them is too large for one chunk. */
  readonly isClass: boolean;
  readonly secretAt: number | undefined;
  readonly isTwin: boolean;
}

/** Files of a pack at most. */
const maxFiles = 4;

const filePlan: fc.Arbitrary<FilePlan> = fc.record({
  functions: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
  isClass: fc.boolean(),
  secretAt: fc.option(fc.nat(40), { freq: 5, nil: undefined }),
  isTwin: fc.boolean(),
});

/** Minimum score of packed excerpts. */
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
    const names = plans.map(({ isClass }, index) => `src/f${index}.${isClass ? 'ts' : 'txt'}`);
    const whole = (indexes: readonly number[], sourceType: SourceType): readonly ContextSource[] =>
      indexes.flatMap((index) =>
        texts[index] === undefined ? [] : [{ sourceType, filePath: names[index] as string, content: texts[index] }],
      );
    const fileOf = ({ file }: { readonly file: number }): number => file % texts.length;
    const isInClass = (one: { readonly file: number }): boolean => plans[fileOf(one)]?.isClass === true;
    const hits = excerpts
      .filter(isInClass)
      .map((one) => ({ filePath: names[fileOf(one)] as string, at: one.from, score: one.score }));
    const found = excerpts
      .filter((one) => !isInClass(one))
      .map(({ file, from, length, score }): ContextSource => {
        const index = fileOf({ file });
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
      ...{ ...settings, anchor: named, hits },
    };
  });

/** A file as the least important source, in which the user names a line. */
function anchored({ filePath, line }: { filePath: string; line: number }, content: string): readonly ContextSource[] {
  return [{ sourceType: 'reference', filePath, content, anchors: [{ startLine: line, endLine: line }] }];
}

/** Functions that say which file, function and line they are of; each calls one of the next file. */
function textOf(plan: FilePlan, seed: number): string {
  const { functions, secretAt, isClass } = plan;
  if (isClass) return classOf(plan, seed);
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

/** Statements that a method has at least if it is too large for one chunk. */
const minLargeStatements = 30;

/** The same as methods. A secret is a statement, so that the class can be parsed. */
function classOf({ functions, secretAt }: FilePlan, seed: number): string {
  const statements = functions.map((count, index) => [
    `    total = new Sum${(seed + 1) % maxFiles}().compute${(seed + 1) % maxFiles}x${index}(total);`,
    ...Array.from(
      { length: index === 0 ? count + minLargeStatements : count },
      (_, line) => `    total = total * ${seed}.${index} + step${line}(total);`,
    ),
  ]);
  const secret = secretAt === undefined ? [] : [`    key = 'secret:abc${secretAt}';`];
  const methods = statements.flatMap((lines, index) => [
    `  compute${seed}x${index}(total) {`,
    ...lines.toSpliced((secretAt ?? 0) % lines.length, index === 0 ? secret.length : 0, ...(index === 0 ? secret : [])),
    '  }',
    '',
  ]);
  return [`export class Sum${seed} {`, ...methods.slice(0, -1), '}', ''].join('\n');
}

/** Lines of the methods in a file. */
function methodsIn(text: string): readonly LineRange[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    /^ {2}compute\w+\(total\) \{$/u.test(line)
      ? [{ startLine: index + 1, endLine: lines.indexOf('  }', index) + 1 }]
      : [],
  );
}

/** Whether a note beside lines says that they are a part of the definition, or cut off. */
function saysPart(note: string, definition: LineRange): boolean {
  const { first, last } = /^PART of lines (?<first>\d+)-(?<last>\d+)(?:: |$)/u.exec(note)?.groups ?? {};
  if (first === undefined) return /^(?:PARTS? \d|TRUNCATED$)/u.test(note);
  return holds({ startLine: Number(first), endLine: Number(last) }, definition);
}

type PackerOptions = Pick<RandomPack, 'overlapMode' | 'closureShare'>;

const plainOptions: PackerOptions = { overlapMode: 'keep', closureShare: 0 };

/** Packers for many packs: a packer's options are fixed, its files are not. */
export class PackBench {
  private readonly packers = new Map<string, TestPacker>();
  private readonly graph = new WordSymbolGraph({});

  async pack(given: RandomPack): Promise<PackedContext> {
    const { files, tokens, template, ...options } = given;
    const { packer, files: memory } = this.packerFor(options);
    for (const [path, text] of Object.entries(files)) memory.setUnsavedContent(path, text);
    this.graph.read(files);
    const sources = await this.sourcesOf(given);
    return packer.pack(sources, packingBudgetOf(tokens), { task: 'compute the total', template });
  }

  /** Sources of a pack, with the hits as a search gives them. */
  async sourcesOf({ files, sources, hits, ...options }: RandomPack): Promise<readonly ContextSource[]> {
    const chunker = resolveToken(this.packerFor(options).container, IChunker);
    const found = hits.map(async ({ filePath, at, score }): Promise<ContextSource> => {
      const content = files[filePath] as string;
      const { chunks } = await chunker.chunk({ filePath, content, language: 'typescript' });
      const chunk = chunks[Math.floor(at * (chunks.length - 1))] as (typeof chunks)[number];
      const { startLine, endLine } = chunk;
      return {
        ...{ sourceType: 'search-result', filePath, content: chunk.content, lineRange: { startLine, endLine } },
        ...{ definition: definitionOf(chunk), relevanceScore: score, minRelevanceScore, isSearchHit: true },
      };
    });
    return [...sources, ...(await Promise.all(found))];
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

/** Problems of a pack, one sentence each; empty for a valid pack. */
export async function packProblems(
  packed: PackedContext,
  given: RandomPack,
  bench: PackBench,
): Promise<readonly string[]> {
  const { files, anchor, tokens, template, overlapMode } = given;
  const sources = await bench.sourcesOf(given);
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
    // Another source gives the same lines, and they are merged with others.
    const isMerged = (chunk: LineRange): boolean =>
      overlapMode === 'merge' && lineRange !== undefined && holds(chunk, lineRange);
    const isThere = all.some((one) => one.filePath === filePath && (isSameRange(one, lineRange) || isMerged(one)));
    check(isThere, `${filePath}:${lineRange?.startLine}-${lineRange?.endLine} is not accounted for`);
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
  problems.push(...untrueRepetitions(packed));
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
    for (const range of ranges) {
      const { startLine, endLine } = range;
      const notes = rangeNotes(range).filter((note) => content.includes(note));
      const isUnsaid = methodsIn(files[filePath] ?? '').some(
        (method) => overlaps(method, range) && !holds(range, method) && !notes.some((note) => saysPart(note, method)),
      );
      check(!isUnsaid, `${filePath}:${startLine}-${endLine} lacks lines of a method, and does not say so`);
    }
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

/** A chunk that is left out for another one has lines of it, or its text. */
function untrueRepetitions({ includedChunks, excludedChunks }: PackedContext): readonly string[] {
  const kept = new Map(includedChunks.map((chunk) => [chunk.id, chunk]));
  const { deduplication } = testPackingOptions();
  const keyOf = ({ content, language }: IncludedChunk | ExcludedChunk): string | undefined =>
    contentKey(content, language, deduplication);
  return excludedChunks.flatMap((chunk) => {
    const keeper = kept.get(chunk.keptChunk ?? '');
    if (keeper === undefined) return [];
    const isTrue =
      chunk.reason === 'overlap'
        ? keeper.filePath === chunk.filePath && overlaps(keeper, chunk)
        : keyOf(keeper) === keyOf(chunk);
    return isTrue ? [] : [`${chunk.id} has nothing of ${keeper.id}, for which it is left out as ${chunk.reason}`];
  });
}

function overlaps(one: LineRange, other: LineRange): boolean {
  return one.startLine <= other.endLine && other.startLine <= one.endLine;
}

function isSameRange(one: LineRange, other: LineRange | undefined): boolean {
  return one.startLine === other?.startLine && one.endLine === other.endLine;
}
