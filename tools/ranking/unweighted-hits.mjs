/** Names of signals in a hit, and in weights. */
const names = {
  definition: 'definition',
  'file-name': 'fileName',
  folder: 'folder',
  place: 'place',
  history: 'history',
  related: 'related',
};

/**
 * A hit of a search with its signals as they were before their weights.
 *
 * @param {{ filePath: string, startLine: number, endLine: number, score: number,
 *   parts: readonly { signal: string, score: number }[] }} hit
 * @param {import('./score-hits.mjs').Weights} weights of the search; a signal without one cannot be told
 * @returns {Omit<import('./score-hits.mjs').Hit, 'pieces'>}
 */
export function unweightedHit({ filePath: path, startLine, endLine, score, parts }, weights) {
  // The search bends the sum to between 0 and 1, and the parts in proportion to it.
  const factor = score <= 0 ? 0 : -Math.log1p(-Math.min(score, 1 - 1e-12)) / score;
  const valueOf = (name) => (parts.find(({ signal }) => signal === name)?.score ?? 0) * factor;
  const signals = {
    words: valueOf('words') / (1 - weights.fusion),
    meaning: valueOf('meaning') / weights.fusion,
    ...Object.fromEntries(
      Object.entries(names).map(([signal, name]) => [name, weights[name] === 0 ? 0 : valueOf(signal) / weights[name]]),
    ),
  };
  const own = ['words', 'meaning', 'definition', 'file-name', 'folder', 'place'];
  const sum = own.reduce((total, name) => total + valueOf(name), 0);
  const lost = parts.filter(({ signal }) => signal.endsWith('-file') && signal !== 'repeated-file');
  const lostSum = lost.reduce((total, { signal }) => total + valueOf(signal), 0);
  return { path, startLine, endLine, signals, kept: sum === 0 ? 1 : Math.max(0, 1 + lostSum / sum) };
}
