import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { crossValidate, fitWeights, fittedWeights, mean, recallsOf } from './fit-weights.mjs';
import { reportRefusals } from './refusals.mjs';
import { refusalOf } from './repositories.mjs';
import { resampled } from './resample.mjs';

/**
 * Prints what a set of weights has on recorded cases, or what learned weights have on repositories that they were not
 * learned from. Every row says how the packs compare with those of the hand-set weights, with a 95 % interval.
 */
async function main() {
  const options = {
    cases: { type: 'string' },
    weights: { type: 'string' },
    folds: { type: 'string', default: '5' },
    'by-kind': { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ options });
  if (values.cases === undefined) {
    console.error('usage: node tools/ranking/compare-weights.mjs --cases DIR [--weights JSON | --folds N] [--by-kind]');
    process.exitCode = 2;
    return;
  }
  const cases = await readCases(values.cases);
  if (reportRefusals(cases.flatMap(({ repository, set }) => refusalOf(repository, set) ?? []))) return;
  const start = await handSetWeights();
  // A kind of query may have weights of its own.
  const groups = values['by-kind'] ? [...groupBy(cases, ({ kind }) => kind)] : [['all', cases]];
  const outcomes =
    values.weights === undefined
      ? groups.flatMap(([, some]) => crossValidate(some, { start, folds: Number(values.folds) }))
      : withWeights(cases, start, { ...start, ...JSON.parse(values.weights) });
  for (const [set, some] of groupBy(outcomes, ({ case: { set } }) => set)) printSet(set, some);
  if (values.weights !== undefined) return;
  for (const [name, some] of groups) printLearned(name, fitWeights(some, start), start);
}

function printLearned(name, learned, start) {
  console.log(`\nLearned from all cases (${name}):`);
  for (const weight of Object.keys(fittedWeights)) {
    console.log(`  ${weight}: ${start[weight]} -> ${learned[weight].toFixed(3)}`);
  }
}

async function readCases(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

async function handSetWeights() {
  const url = new URL('../../packages/search/dist/ranking/ranking-weights.js', import.meta.url);
  const provider = new URL('../../packages/search/dist/embedding/static-embedding-provider.js', import.meta.url);
  const { packRankingWeights } = await import(url.href);
  const { StaticEmbeddingProvider } = await import(provider.href);
  return { ...packRankingWeights, fusion: new StaticEmbeddingProvider().fusionWeight };
}

function withWeights(cases, start, weights) {
  const [handSet, learned] = [recallsOf(cases, start), recallsOf(cases, weights)];
  return cases.map((one, index) => ({ case: one, fold: 0, handSet: handSet[index], learned: learned[index] }));
}

/** In the order of the first of each; what has no name is in no group. */
function groupBy(things, nameOf) {
  const groups = new Map();
  for (const thing of things) {
    const name = nameOf(thing);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), thing]);
  }
  return groups;
}

function printSet(set, outcomes) {
  const groups = [
    [`all ${set}`, outcomes],
    ...groupBy(outcomes, ({ case: { language } }) => language),
    ...groupBy(outcomes, ({ case: { kind } }) => kind),
  ];
  for (const [name, some] of groups) {
    for (const [index, { budget }] of some[0].handSet.entries()) console.log(rowOf(name, some, index, budget));
  }
}

function rowOf(name, outcomes, index, budget) {
  const cells = ['places', 'files'].map((what) => {
    const pairs = outcomes.map(({ handSet, learned }) => [handSet[index][what], learned[index][what]]);
    const { low, high } = resampled(pairs.map(([before, after]) => after - before));
    const [before, after] = [0, 1].map((side) => percent(mean(pairs.map((pair) => pair[side]))));
    return `${what} ${before} -> ${after} [${percent(low)}, ${percent(high)}]`;
  });
  return [name.padEnd(16), String(outcomes.length).padStart(4), String(budget).padStart(6), ...cells].join('  ');
}

function percent(share) {
  return (share * 100).toFixed(1);
}

if (process.argv[1] === import.meta.filename) await main();
