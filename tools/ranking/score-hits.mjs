/**
 * @typedef {object} Weights how much each signal counts, as `RankingWeights` of `@lexichord/search` and its meaning say
 * @property {number} fusion share of meaning beside words
 * @property {number} definition
 * @property {number} fileName
 * @property {number} folder
 * @property {number} place
 * @property {number} coherence
 * @property {number} history
 * @property {number} related
 * @property {number} penalties
 * @property {number} repeatedFile
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
  const coherent = withCoherence(penalized, weights);
  const raised = coherent.map(({ hit, score }) => ({
    hit,
    score: score + weights.history * (hit.signals.history ?? 0) + weights.related * (hit.signals.related ?? 0),
  }));
  const seen = new Map();
  const spread = inOrder(raised).map(({ hit, score }) => {
    const before = seen.get(hit.path) ?? 0;
    seen.set(hit.path, before + 1);
    return { hit, score: score * weights.repeatedFile ** before };
  });
  return inOrder(spread);
}

function ownScore({ signals, kept }, weights) {
  const { words = 0, meaning = 0, definition = 0, fileName = 0, folder = 0, place = 0 } = signals;
  const sum =
    (1 - weights.fusion) * words +
    weights.fusion * meaning +
    weights.definition * definition +
    weights.fileName * fileName +
    weights.folder * folder +
    weights.place * place;
  return sum * (place > 0 ? 1 : 1 - (1 - kept) * weights.penalties);
}

function withCoherence(ranked, { coherence }) {
  const sums = new Map();
  for (const { hit, score } of ranked.slice(0, maxCoherent)) sums.set(hit.path, (sums.get(hit.path) ?? 0) + score);
  const best = ranked[0]?.score ?? 0;
  const maxSum = Math.max(...sums.values());
  const seen = new Set();
  const raised = ranked.map(({ hit, score }) => {
    const sum = sums.get(hit.path);
    if (sum === undefined || seen.has(hit.path)) return { hit, score };
    seen.add(hit.path);
    return { hit, score: score + (maxSum === 0 ? 0 : (coherence * best * sum) / maxSum) };
  });
  return inOrder(raised);
}

function inOrder(scored) {
  return scored.toSorted((one, other) => other.score - one.score);
}
