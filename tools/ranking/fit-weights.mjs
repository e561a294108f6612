import { simulatePacks } from './simulate-pack.mjs';

/** Weights that are fitted, with the least that each may have; `fusion` and the shares stay below 1. */
export const fittedWeights = {
  fusion: 0.05,
  definition: 0.05,
  fileName: 0.05,
  folder: 0.02,
  coherence: 0.05,
  history: 0.02,
  recentChange: 0.02,
  file: 0.05,
  kind: 0.02,
  related: 0.02,
  penalties: 0.1,
  repeatedFile: 0.1,
  repeatedFileDecay: 0.02,
};
const atMostOne = new Set(['fusion', 'penalties', 'repeatedFile']);

/** A weight is tried at these multiples of what it is. */
const steps = [0.5, 0.75, 1.33, 2];
const maxRounds = 2;
/** A step must bring more than this, because each tries its luck on the same cases. */
const minGain = 0.002;
/** How much a doubled or halved weight costs: without a reason, the weights stay what they are. */
const costOfDoubling = 0.001;

/**
 * @typedef {object} RankingCase
 * @property {string} id
 * @property {string} repository
 * @property {string} kind see `query-kind.mjs`
 * @property {readonly number[]} budgets
 * @property {readonly { path: string, startLine?: number, endLine?: number }[]} places that answer it
 * @property {readonly import('./score-hits.mjs').Hit[]} hits
 *
 * @typedef {object} Recall shares, 0 to 1, each the mean of the budgets
 * @property {number} places
 * @property {number} files
 */

/**
 * What packs of some cases have, at each budget.
 *
 * @param {readonly RankingCase[]} cases
 * @param {import('./score-hits.mjs').Weights} weights
 * @returns {readonly (readonly { budget: number, places: number, files: number }[])[]} in the order of the cases
 */
export function recallsOf(cases, weights) {
  return cases.map(({ budgets, hits, places }) => {
    const files = [...new Set(places.map(({ path }) => path))].map((path) => ({ path }));
    return simulatePacks(hits, { budgets, weights }).map((pack, index) => ({
      ...{ budget: budgets[index], places: shareShown(pack, places), files: shareShown(pack, files) },
    }));
  });
}

function shareShown(pack, places) {
  return places.filter((place) => pack.some((piece) => shows(piece, place))).length / places.length;
}

function shows(piece, { path, startLine = 1, endLine = Infinity }) {
  const isSameFile = piece.path === path || piece.path.endsWith(`/${path}`) || path.endsWith(`/${piece.path}`);
  return isSameFile && piece.startLine <= endLine && startLine <= piece.endLine;
}

/**
 * Weights that are better on some cases: one weight after the other takes the value that brings most, until none brings
 * anything. The same cases give the same weights.
 *
 * @param {readonly RankingCase[]} cases
 * @param {import('./score-hits.mjs').Weights} start
 * @returns {import('./score-hits.mjs').Weights}
 */
export function fitWeights(cases, start) {
  const valueOf = (weights) => worth(recallsOf(cases, weights)) - costOf(weights, start);
  let best = { weights: start, value: valueOf(start) };
  for (let round = 0; round < maxRounds; round += 1) {
    const before = best;
    for (const name of Object.keys(fittedWeights)) {
      const tried = steps.map((step) => changed(best.weights, name, step));
      for (const weights of tried) {
        const value = valueOf(weights);
        if (value > best.value + minGain) best = { weights, value };
      }
    }
    if (best === before) break;
  }
  return best.weights;
}

/** Places count twice as much as files: a file without the place is only half of an answer. */
function worth(recalls) {
  return mean(recalls.flat().map(({ places, files }) => (2 * places + files) / 3));
}

function costOf(weights, start) {
  const doublings = Object.keys(fittedWeights).map((name) =>
    Math.abs(Math.log2(atLeast(weights, name) / atLeast(start, name))),
  );
  return costOfDoubling * doublings.reduce((sum, count) => sum + count, 0);
}

function atLeast(weights, name) {
  return Math.max(weights[name], fittedWeights[name]);
}

function changed(weights, name, step) {
  const max = atMostOne.has(name) ? (name === 'fusion' ? 0.9 : 1) : Infinity;
  return { ...weights, [name]: Math.min(max, Math.max(fittedWeights[name], weights[name] * step)) };
}

/**
 * What learned weights have on repositories that they were not learned from, and the hand-set ones on the same.
 *
 * @param {readonly RankingCase[]} cases
 * @param {{ start: import('./score-hits.mjs').Weights, folds: number }} options
 * @returns {readonly { case: RankingCase, handSet: object[], learned: object[], fold: number }[]}
 */
export function crossValidate(cases, { start, folds }) {
  const names = [...new Set(cases.map(({ repository }) => repository))].toSorted();
  const foldOf = new Map(names.map((name, index) => [name, index % folds]));
  return Array.from({ length: folds }, (_unused, fold) => {
    const isHeldBack = ({ repository }) => foldOf.get(repository) === fold;
    const weights = fitWeights(
      cases.filter((one) => !isHeldBack(one)),
      start,
    );
    const heldBack = cases.filter(isHeldBack);
    const [handSet, learned] = [recallsOf(heldBack, start), recallsOf(heldBack, weights)];
    return heldBack.map((one, index) => ({
      ...{ case: one, fold, weights },
      ...{ handSet: handSet[index], learned: learned[index] },
    }));
  }).flat();
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
