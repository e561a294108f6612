import { join } from 'node:path';

import { IChunker, IEditorService, type ILexichordRuntime, ITokenCounter } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type RepositoryText, readTexts } from '../peers/repository-texts.js';
import { splitAtLines } from '../peers/split-texts.js';
import { printTable } from '../speed/interleaved-timing.js';
import { type ChangeCase, missingChanges, readChangeCases } from './change-cases.js';
import { ChangeTrees } from './change-trees.js';
import { describeDifference, pairedDifference, percent } from './paired-difference.js';
import { PlainPacks, codeTexts } from './plain-packs.js';
import { type PlacedText, mean, shareAnswered } from './retrieval-measures.js';

const budgets = [4_000, 8_000] as const;

/** Ways to cut code into chunks; the first one is what the others are compared with. */
const shapes = [
  'fifty lines',
  'twenty lines',
  'definitions',
  'definitions, at most twenty lines',
  'definitions and fifty lines',
] as const;
type Shape = (typeof shapes)[number];

/** Shares of the changed places in the packs of one change, 0 to 1, by shape, in the order of {@link budgets}. */
type ShapeOutcome = Readonly<Record<Shape, readonly number[]>>;

/**
 * How many of the places that real changes touch are in packs of chunks of several shapes, all ranked by BM25 alone, so
 * that nothing but the shape differs.
 */
export async function benchmarkChunkShapes({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const changes = await inputs.changes();
  if (changes === undefined) return { skipped: missingChanges };
  const outcomes: ShapeOutcome[] = [];
  for (const cases of await readChangeCases(changes)) {
    for (const outcome of await packRepository(cases, changes.work)) outcomes.push(outcome);
  }
  for (const [index, budget] of budgets.entries()) {
    const placesOf = (shape: Shape): readonly number[] => outcomes.map((outcome) => outcome[shape][index] ?? 0);
    const plain = placesOf('fifty lines');
    const rows = shapes.map((shape) => {
      const places = placesOf(shape);
      const ahead = pairedDifference(places.map((share, at) => share - (plain[at] ?? 0)));
      return {
        chunks: shape,
        'places, %': percent(mean(places)),
        ahead: shape === 'fifty lines' ? '' : describeDifference(ahead),
      };
    });
    printTable(print, `Places of ${outcomes.length} changes in ${budget} tokens of chunks, by BM25`, rows);
  }
  return { errors: outcomes.length > 0 ? [] : ['no change could be read'] };
}

async function packRepository(cases: readonly ChangeCase[], work: string): Promise<readonly ShapeOutcome[]> {
  const repository = cases[0]?.repository;
  if (repository === undefined) return [];
  const trees = await ChangeTrees.open(work, repository);
  const outcomes: ShapeOutcome[] = [];
  for (const change of cases) {
    await trees.write(change);
    outcomes.push(await packChange(change, trees.folder, join(work, 'caches', repository)));
  }
  return outcomes;
}

async function packChange({ task, places }: ChangeCase, folder: string, cacheFolder: string): Promise<ShapeOutcome> {
  const configuration = { logging: { level: 'silent' } } as const;
  const runtime = await createRuntime({ workspaceRoot: folder, cacheFolder, configuration });
  try {
    const counter = runtime.resolve(ITokenCounter);
    const texts = codeTexts(await readTexts(runtime, folder));
    const definitions = await cutAtDefinitions(texts, runtime);
    const chunks: Readonly<Record<Shape, readonly PlacedText[]>> = {
      'fifty lines': splitAtLines(texts),
      'twenty lines': splitAtLines(texts, 20),
      definitions,
      'definitions, at most twenty lines': definitions.flatMap((chunk) => cutAtLines(chunk, 20)),
      'definitions and fifty lines': [...definitions, ...splitAtLines(texts)],
    };
    const outcome = (shape: Shape): readonly number[] => {
      const packs = new PlainPacks(chunks[shape], (text) => counter.countTokens(text));
      return budgets.map((budget) => shareAnswered(packs.pack(task, budget), places));
    };
    return Object.fromEntries(shapes.map((shape) => [shape, outcome(shape)])) as ShapeOutcome;
  } finally {
    await runtime.dispose();
  }
}

/** The chunks of the index: definitions, small neighbours together, large ones in parts. */
async function cutAtDefinitions(
  texts: readonly RepositoryText[],
  runtime: ILexichordRuntime,
): Promise<readonly PlacedText[]> {
  const [chunker, editor] = [runtime.resolve(IChunker), runtime.resolve(IEditorService)];
  const chunks: PlacedText[] = [];
  for (const { path: filePath, text: content } of texts) {
    const { language } = await editor.getDocument(filePath);
    const file = await chunker.chunk({ filePath, content, language });
    for (const { startLine, endLine, content: text } of file.chunks)
      chunks.push({ filePath, startLine, endLine, text });
  }
  return chunks;
}

function cutAtLines({ filePath, startLine, text }: PlacedText, size: number): readonly PlacedText[] {
  return splitAtLines([{ path: filePath, text: text.replace(/\n$/u, '') }], size).map((piece) => ({
    ...piece,
    startLine: piece.startLine + startLine - 1,
    endLine: piece.endLine + startLine - 1,
  }));
}
