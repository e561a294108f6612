/**
 * @typedef {object} Weights how much each signal counts, as `RankingWeights` of `@lexichord/search` and its meaning say
 * @property {number} fusion share of meaning beside words
 * @property {number} definition
 * @property {number} fileName
 * @property {number} folder
 * @property {number} place
 * @property {number} coherence
 * @property {number} history
 * @property {number} recentChange
 * @property {number} file
 * @property {number} kind
 * @property {number} related
 * @property {number} penalties
 * @property {number} repeatedFile
 * @property {number} repeatedFileDecay
 * @property {number} scale
 *
 * @typedef {object} Hit a chunk with its signals before their weights
 * @property {string} path
 * @property {number} startLine
 * @property {number} endLine
 * @property {Readonly<Record<string, number>>} signals
 * @property {number} kept what the penalties leave of the sum, 0 to 1
 * @property {Readonly<Record<string, readonly Piece[]>>} pieces by budget
 *
 * @typedef {readonly [startLine: number, endLine: number, tokens: number, share: number]} Piece of an excerpt, with its
 *   share of the excerpt's relevance
 */

/** Best chunks that say how well their files answer the query, as in `rank-candidates.ts`. */
const maxCoherent = 50;

/**
 * The scores of hits under other weights than those that they were found with. The parts of a score add up to it, as in
 * the search itself; `ranking.test.mjs` compares the two.
 *
 * @param {readonly Hit[]} hits
 * @param {Weights} weights
 * @returns {readonly { hit: Hit, score: number }[]} best first
 */
export function scoreHits(hits, weights) {
  const penalized = inOrder(hits.map((hit) => ({ hit, score: ownScore(hit, weights) })));
  const shareOf = fileShares(penalized);
  const raised = withCoherence(penalized, weights).map(({ hit, score }) => {
    const { kind = 0, history = 0, recentChange = 0, related = 0 } = hit.signals;
    const support =
      weights.file * shareOf.get(hit.path) +
      weights.kind * kind +
      weights.history * history +
      weights.recentChange * recentChange +
      weights.related * related;
    return { hit, score: score + keptOf(hit, weights) * support };
  });
  const seen = new Map();
  const spread = inOrder(raised).map(({ hit, score }) => {
    const before = seen.get(hit.path) ?? 0;
    seen.set(hit.path, before + 1);
    const factor = weights.repeatedFile ** before * (before + 1) ** -weights.repeatedFileDecay;
    return { hit, score: score * factor * weights.scale };
  });
  return inOrder(spread);
}

/** The score of the best hit of each file, as a share of the best score of all. */
function fileShares(ranked) {
  const best = new Map();
  for (const { hit, score } of ranked) best.set(hit.path, Math.max(best.get(hit.path) ?? 0, score));
  const max = ranked[0]?.score ?? 0;
  return new Map([...best].map(([path, score]) => [path, max === 0 ? 0 : score / max]));
}

/** What penalties leave of every signal but coherence. */
function keptOf({ signals, kept }, { penalties }) {
  return (signals.place ?? 0) > 0 ? 1 : 1 - (1 - kept) * penalties;
}

function ownScore(hit, weights) {
  const { signals } = hit;
  const { words = 0, meaning = 0, definition = 0, fileName = 0, folder = 0, place = 0 } = signals;
  const sum =
    (1 - weights.fusion) * words +
    weights.fusion * meaning +
    weights.definition * definition +
    weights.fileName * fileName +
    weights.folder * folder +
    weights.place * place;
  return sum * keptOf(hit, weights);
}

function withCoherence(ranked, { coherence }) {
  const sums = new Map();
  for (const { hit, score } of ranked.slice(0, maxCoherent)) sums.set(hit.path, (sums.get(hit.path) ?? 0) + score);
  const best = ranked[0]?.score ?? 0;
  const maxSum = Math.max(...sums.values());
  const seen = new Set();
  return ranked.map(({ hit, score }) => {
    const sum = sums.get(hit.path);
    if (sum === undefined || seen.has(hit.path)) return { hit, score };
    seen.add(hit.path);
    return { hit, score: score + (maxSum === 0 ? 0 : (coherence * best * sum) / maxSum) };
  });
}

function inOrder(scored) {
  return scored.toSorted((one, other) => other.score - one.score);
}
