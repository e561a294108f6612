import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { mirrorOf } from '../changes/mine-changes.mjs';
import { writeHistory } from '../changes/write-history.mjs';
import { writeTree } from '../changes/write-tree.mjs';
import { queryKindOf } from './query-kind.mjs';
import { refusalsOfCommits, refusalsOfQuestions, reportRefusals } from './refusals.mjs';
import { pinnedOf } from './repositories.mjs';
import { unweightedHit } from './unweighted-hits.mjs';

/** Hits of a case: more than a pack takes, so that other weights can bring others up. */
const maxHits = 200;
export const budgetsOf = { change: [4_000, 8_000], question: [500, 1_000, 2_000, 4_000] };

/**
 * Searches for queries as a pack does, and says what each hit scored by which signal, and into which pieces the packer
 * cuts it. Needs the compiled packages.
 *
 * @param {{ folder: string, cacheFolder: string, budgets: readonly number[] }} where
 * @param {readonly string[]} queries
 * @returns {Promise<readonly (readonly import('./score-hits.mjs').Hit[])[]>} in the order of the queries
 */
export async function recordHits(where, queries) {
  const recorder = await openRecorder(where);
  try {
    const recorded = [];
    for (const query of queries) recorded.push(await recorder.record(query));
    return recorded;
  } finally {
    await recorder.close();
  }
}

/**
 * A process that keeps its index from one case to the next, which is most of the work of a case: `record` reads the
 * files and the history that the folder has then.
 *
 * @param {{ folder: string, cacheFolder: string, budgets: readonly number[] }} where
 * @returns {Promise<{
 *   record(query: string): Promise<readonly import('./score-hits.mjs').Hit[]>,
 *   close(): Promise<void>,
 * }>}
 */
export async function openRecorder({ folder, cacheFolder, budgets }) {
  const { createRuntime, developmentLicense } = await importBuilt('runtime/dist/index.js');
  const abstractions = await importBuilt('abstractions/dist/index.js');
  const { packRankingWeights } = await importBuilt('search/dist/ranking/ranking-weights.js');
  // The same as a pack's, but for the least score: other weights may bring up a hit that is too weak now.
  const { sourceOfHit } = await importBuilt('packer/dist/sources/hit-sources.js');
  const runtime = await createRuntime({
    ...{ workspaceRoot: folder, cacheFolder, license: developmentLicense },
    // A signature or a line of the outline would be taken for a piece of a few tokens.
    configuration: {
      ...{ logging: { level: 'silent' } },
      context: { closure: { share: 0 }, selection: { outlineShare: 0 } },
    },
  });
  const index = runtime.resolve(abstractions.IIndexService);
  const { fusionWeight: fusion } = runtime.resolve(abstractions.IEmbeddingProvider);
  const search = runtime.resolve(abstractions.ISemanticSearchService);
  const packer = runtime.resolve(abstractions.IContextPacker);

  const record = async (query) => {
    await index.update();
    const options = { topK: maxHits, relevantOnly: 'best', prefer: 'code', purpose: 'pack' };
    const { hits } = await search.search(query, options);
    const cuts = [];
    for (const budget of budgets) {
      const packed = await packer.preview(hits.map(sourceOfHit), abstractions.packingBudgetOf(budget), { task: query });
      cuts.push([budget, [...packed.includedChunks, ...packed.excludedChunks]]);
    }
    return hits.map((hit) => ({
      ...unweightedHit(hit, { ...packRankingWeights, fusion }),
      pieces: Object.fromEntries(cuts.map(([budget, chunks]) => [budget, piecesOf(hit, chunks)])),
    }));
  };
  return { record, close: () => runtime.dispose() };
}

function importBuilt(path) {
  return import(new URL(`../../packages/${path}`, import.meta.url).href);
}

function piecesOf(hit, chunks) {
  return chunks
    .filter(
      ({ filePath, startLine, endLine }) =>
        filePath === hit.filePath && startLine >= hit.startLine && endLine <= hit.endLine,
    )
    .map(({ startLine, endLine, tokenCount, factors }) => [
      ...[startLine, endLine, tokenCount],
      Math.min(1, factors.relevance / hit.score),
    ]);
}

/** Records the changes of a file that `mine-changes.mjs` wrote, each in the repository as it was before it. */
async function recordChanges(cases, folders) {
  for (const repo of new Set(cases.map((one) => one.repo))) {
    const own = cases.filter((one) => one.repo === repo);
    await recordRepository(repo, own, folders);
  }
}

/** Oldest first, so that one index follows the history. Cases that are there already are left as they are. */
async function recordRepository(repo, cases, { mirrors, work, out }) {
  const missing = cases
    .filter(({ id }) => !existsSync(join(out, `${id}.json`)))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  if (missing.length === 0) return;
  const [mirror, folder] = [mirrorOf(mirrors, pinnedOf(repo, 'changes').repository), join(work, 'trees', repo)];
  let written;
  let recorder;
  try {
    for (const { id, lang: language, commit, query, goldLines } of missing) {
      written = await writeTree(mirror, commit, { folder, written });
      await writeHistory(mirror, commit, folder);
      recorder ??= await openRecorder({ folder, cacheFolder: join(work, 'caches', repo), budgets: budgetsOf.change });
      const places = Object.entries(goldLines).flatMap(([path, ranges]) =>
        ranges.map(([startLine, endLine]) => ({ path, startLine, endLine })),
      );
      const facts = { id, set: 'changes', repository: repo, language, query, budgets: budgetsOf.change };
      await write(join(out, `${id}.json`), { ...facts, places, hits: await recorder.record(query) });
    }
  } finally {
    await recorder?.close();
  }
}

/** Each change with the commit that it was made from and the one that made it. */
async function refusalsOfChanges(cases, mirrors) {
  const refusals = [];
  for (const name of new Set(cases.map(({ repo }) => repo))) {
    const own = cases.filter(({ repo }) => repo === name);
    const commits = own.flatMap(({ commit, fix = commit }) => [commit, fix]);
    const given = { commits, mirrorOf: (repository) => mirrorOf(mirrors, repository) };
    refusals.push(...(await refusalsOfCommits(name, given)));
  }
  return refusals;
}

/** Records labelled questions in the form of the Semble benchmark. */
async function recordQuestions({ questions, checkouts, work, out }) {
  for (const { name, language, benchmark_root: inner = '' } of await readRepositories(questions)) {
    const asked = (await readJson(join(questions, 'annotations', `${name}.json`)))
      .map(({ query, relevant, secondary = [] }) => ({ query, places: [...relevant, ...secondary].map(placeOf) }))
      .filter(({ places }) => places.length > 0);
    const where = {
      folder: join(checkouts, name, inner),
      cacheFolder: join(work, 'caches', name),
      budgets: budgetsOf.question,
    };
    const recorded = await recordHits(
      where,
      asked.map(({ query }) => query),
    );
    for (const [index, { query, places }] of asked.entries()) {
      const id = `${name}-question-${String(index + 1).padStart(2, '0')}`;
      const facts = { id, set: 'questions', repository: name, language, query, budgets: budgetsOf.question };
      await write(join(out, `${id}.json`), { ...facts, places, hits: recorded[index] });
    }
  }
}

function readRepositories(questions) {
  return readJson(join(questions, 'repos.json'));
}

function placeOf(target) {
  if (typeof target === 'string') return { path: target };
  return { path: target.path, startLine: target.start_line, endLine: target.end_line };
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function write(file, one) {
  await writeFile(file, `${JSON.stringify({ ...one, kind: queryKindOf(one.query) })}\n`);
  console.log(one.id);
}

async function main() {
  const names = ['changes', 'mirrors', 'questions', 'checkouts', 'work', 'out'];
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
  const { changes, mirrors, questions, checkouts, work, out } = values;
  const hasChanges = changes !== undefined && mirrors !== undefined;
  const hasQuestions = questions !== undefined && checkouts !== undefined;
  if (work === undefined || out === undefined || (!hasChanges && !hasQuestions)) {
    console.error(
      'usage: node tools/ranking/record-cases.mjs --work DIR --out DIR [--changes FILE --mirrors DIR] [--questions DIR --checkouts DIR]',
    );
    process.exitCode = 2;
    return;
  }
  const cases = hasChanges ? await readJson(changes) : [];
  const refusals = [
    ...(await refusalsOfChanges(cases, mirrors)),
    ...(hasQuestions ? await refusalsOfQuestions(await readRepositories(questions), checkouts) : []),
  ];
  if (reportRefusals(refusals)) return;
  await mkdir(out, { recursive: true });
  await recordChanges(cases, { mirrors, work, out });
  if (hasQuestions) await recordQuestions({ questions, checkouts, work, out });
}

if (process.argv[1] === import.meta.filename) await main();
