import { scoreHits } from './score-hits.mjs';

/** As the source finder, the packer's options and its templates have them. */
const minRelativeScore = 0.4;
const maxHits = 100;
const breadthTokens = 2_000;
const breadthShare = 0.4;
/** Tokens of the frame of a pack, of a file's heading and fence, and of the line between two places of a file. */
const costs = { frame: 35, file: 25, gap: 14 };

/**
 * The places that packs of search hits have, nearly as the packer chooses them: without duplicates, overlaps and the
 * exact costs of headings. What it says of two sets of weights is confirmed by real packs before anything is changed.
 *
 * @param {readonly import('./score-hits.mjs').Hit[]} hits
 * @param {{ budgets: readonly number[], weights: import('./score-hits.mjs').Weights }} options
 * @returns {readonly (readonly { path: string, startLine: number, endLine: number }[])[]} in the order of the budgets
 */
export function simulatePacks(hits, { budgets, weights }) {
  const scored = scoreHits(hits, weights).slice(0, maxHits);
  const best = relevanceOf(scored[0]?.score ?? 0);
  const relevant = scored
    .map(({ hit, score }) => ({ hit, relevance: relevanceOf(score) }))
    .filter(({ relevance }) => relevance > 0 && relevance >= best * minRelativeScore);
  return budgets.map((budget) => {
    const pieces = piecesOf(relevant, budget);
    const breadth = Math.min(breadthTokens, Math.floor(budget * breadthShare));
    return chosen([...firstOfFiles(pieces, breadth), ...pieces], budget);
  });
}

/** Best first. */
function piecesOf(relevant, budget) {
  return relevant
    .flatMap(({ hit, relevance }) =>
      (hit.pieces[budget] ?? []).map(([startLine, endLine, tokens, share]) => ({
        path: hit.path,
        startLine,
        endLine,
        tokens,
        relevance: relevance * share,
      })),
    )
    .toSorted((one, other) => other.relevance - one.relevance);
}

/** As the search bends a sum of signals to between 0 and 1. */
function relevanceOf(score) {
  return score <= 0 ? 0 : 1 - Math.exp(-score);
}

function firstOfFiles(pieces, maxTokens) {
  const files = new Set();
  let left = maxTokens;
  return pieces.filter(({ path, tokens }) => {
    if (files.has(path) || tokens > left) return false;
    files.add(path);
    left -= tokens;
    return true;
  });
}

function chosen(pieces, budget) {
  const files = new Map();
  const taken = new Set();
  let left = budget - costs.frame;
  for (const piece of pieces) {
    if (taken.has(piece)) continue;
    const others = files.get(piece.path) ?? [];
    const cost = piece.tokens + headingCost(piece, others);
    if (cost > left) continue;
    left -= cost;
    taken.add(piece);
    files.set(piece.path, [...others, piece]);
  }
  return [...taken];
}

function headingCost({ startLine, endLine }, others) {
  if (others.length === 0) return costs.file;
  return others.some((other) => other.endLine + 1 === startLine || endLine + 1 === other.startLine) ? 0 : costs.gap;
}
