import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ErrorCode,
  IEmbeddingProvider,
  IEntityRelevanceScorer,
  IGraphRepository,
  IKnowledgeImporter,
  type ILexichordRuntime,
  type KnowledgeEntity,
  LexichordError,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, Print, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type EntityQuestion, askAboutApi } from './entity-questions.js';
import { mean } from './retrieval-measures.js';
import { TextRanking } from './text-ranking.js';
import { WordNet } from './word-net.js';

/** Entities that are looked at. */
const asked = 10;
/** Candidates of the scorer, as many as the strategy takes for the copilot. */
const candidates = 75;

type Weights = Readonly<Record<'semantic' | 'mention' | 'type' | 'recency' | 'name', number>>;

/** Ids of the best entities for a query, best first. */
type Finder = (query: string) => Promise<readonly string[]>;

/** How one way to search is opened. */
interface Variant {
  readonly name: string;
  readonly weights?: Weights | undefined;
  readonly hasMeaning?: boolean | undefined;
  readonly open: (runtime: ILexichordRuntime) => Promise<Finder>;
}

const variants: readonly Variant[] = [
  { name: 'BM25 over entities', open: byWordsOfEntities },
  { name: 'search', open: bySearch },
  { name: 'search, without meaning', hasMeaning: false, open: bySearch },
  { name: 'search and score', open: byScore },
  { name: 'without type', weights: { semantic: 0.5, mention: 0.3, type: 0, recency: 0.1, name: 0.1 }, open: byScore },
  { name: 'without name', weights: { semantic: 0.4, mention: 0.25, type: 0.25, recency: 0.1, name: 0 }, open: byScore },
];

/**
 * How many of the entities that answer questions about real APIs are among the first ten. The questions are made by rule
 * from summaries and descriptions, reworded with synonyms.
 */
export async function benchmarkEntities({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const apis = await inputs.apis();
  if (apis === undefined) return { skipped: 'LEXICHORD_APIS and LEXICHORD_WORDNET name no descriptions and words' };
  const wordNet = await WordNet.open(apis.wordNet);
  const files = (await readdir(apis.descriptions)).filter((name) => /\.(?:json|ya?ml)$/u.test(name)).sort();
  const rows: TableRow[] = [];
  const errors: string[] = [];
  let questions = 0;
  for (const variant of variants) {
    const found: Recalls[] = [];
    for (const file of files) {
      found.push(
        await recallOfApi(join(apis.descriptions, file), {
          variant,
          wordNet,
          printMiss: inputs.listsMisses ? print : () => undefined,
        }),
      );
    }
    const all = found.flatMap(({ recalls }) => recalls);
    questions = all.length;
    if (all.every(({ plain }) => plain === 0)) errors.push(`no entity found: ${variant.name}`);
    rows.push({
      variant: variant.name,
      plain: mean(all.map(({ plain }) => plain)).toFixed(3),
      reworded: mean(all.map(({ reworded }) => reworded)).toFixed(3),
      endpoints: mean(all.filter(({ kind }) => kind === 'endpoint').map(({ reworded }) => reworded)).toFixed(3),
      fields: mean(all.filter(({ kind }) => kind === 'field').map(({ reworded }) => reworded)).toFixed(3),
      ...Object.fromEntries(
        found.map(({ recalls }, index) => [
          files[index] ?? '',
          mean(recalls.map(({ reworded }) => reworded)).toFixed(3),
        ]),
      ),
    });
  }
  printTable(print, `Entities in the first ${asked}, ${questions} questions: as written, and reworded`, rows);
  return { errors };
}

/** Of the questions about one API. */
interface Recalls {
  readonly recalls: readonly {
    readonly kind: EntityQuestion['kind'];
    readonly plain: number;
    readonly reworded: number;
  }[];
}

async function recallOfApi(
  file: string,
  { variant, wordNet, printMiss }: { readonly variant: Variant; readonly wordNet: WordNet; readonly printMiss: Print },
): Promise<Recalls> {
  return inRuntime(variant, async (runtime) => {
    const text = await readFile(file, 'utf8');
    await runtime.resolve(IKnowledgeImporter).importFiles([{ documentPath: file, text }], { partial: true });
    const questions = await askAboutApi(runtime, wordNet);
    const find = await variant.open(runtime);
    const recalls = [];
    for (const { kind, text: plain, reworded, targets } of questions) {
      const found = await find(reworded);
      const share = shareOf(targets, found);
      if (share < 1) printMiss(`${variant.name}, ${kind}, ${share.toFixed(2)}: ${reworded}  <  ${plain}`);
      recalls.push({ kind, plain: shareOf(targets, await find(plain)), reworded: share });
    }
    return { recalls };
  });
}

function shareOf(targets: ReadonlySet<string>, found: readonly string[]): number {
  return found.filter((id) => targets.has(id)).length / Math.min(targets.size, asked);
}

async function inRuntime<T>(
  { weights, hasMeaning = true }: Variant,
  work: (runtime: ILexichordRuntime) => Promise<T>,
): Promise<T> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-entities-'));
  const runtime = await createRuntime({
    workspaceRoot,
    license: developmentLicense,
    configuration: { logging: { level: 'silent' }, knowledge: weights === undefined ? {} : { relevance: weights } },
    register: (container) => {
      if (!hasMeaning) container.register(IEmbeddingProvider, { useValue: failingProvider });
    },
  });
  try {
    return await work(runtime);
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

const failingProvider: IEmbeddingProvider = {
  id: 'none',
  dimension: 8,
  maxChars: 1_000,
  maxBatch: 100,
  fusionWeight: 0,
  embed: () => Promise.reject(new LexichordError(ErrorCode.embeddingFailed, 'There is no embedding here.')),
};

function bySearch(runtime: ILexichordRuntime): Promise<Finder> {
  const graph = runtime.resolve(IGraphRepository);
  return Promise.resolve(async (query) => idsOf((await graph.searchEntities({ query, limit: asked })).found));
}

function byScore(runtime: ILexichordRuntime): Promise<Finder> {
  const graph = runtime.resolve(IGraphRepository);
  const scorer = runtime.resolve(IEntityRelevanceScorer);
  return Promise.resolve(async (query) => {
    const { found } = await graph.searchEntities({ query, limit: candidates });
    return idsOf(await scorer.scoreEntities({ agentId: 'copilot', query }, found)).slice(0, asked);
  });
}

/** By everything that is said of an entity. */
async function byWordsOfEntities(runtime: ILexichordRuntime): Promise<Finder> {
  const entities = await runtime.resolve(IGraphRepository).listEntities();
  const ranking = new TextRanking(entities.map((entity) => textOf(entity)));
  return (query) => {
    const order = ranking.best(query).slice(0, asked);
    return Promise.resolve(order.map((index) => entities[index]?.id ?? ''));
  };
}

function textOf({ type, name, aliases, properties }: KnowledgeEntity): string {
  return [type, name, ...aliases, JSON.stringify(properties)].join(' ');
}

function idsOf(found: readonly { readonly entity: KnowledgeEntity }[]): readonly string[] {
  return found.map(({ entity }) => entity.id);
}
