/** Names in weights of the signals of a chunk itself, by their names in a hit. */
const ownNames = { definition: 'definition', 'file-name': 'fileName', folder: 'folder', place: 'place' };
/** The same of the signals of its file, its kind and other chunks, which penalties lower, too. */
const supportNames = {
  file: 'file',
  kind: 'kind',
  history: 'history',
  'recent-change': 'recentChange',
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
  const valueOf = (name) => ((parts.find(({ signal }) => signal === name)?.score ?? 0) * factor) / weights.scale;
  const sum = ['words', 'meaning', ...Object.keys(ownNames)].reduce((total, name) => total + valueOf(name), 0);
  const lost = parts.filter(({ signal }) => signal.endsWith('-file') && signal !== 'repeated-file');
  const lostSum = lost.reduce((total, { signal }) => total + valueOf(signal), 0);
  const kept = sum === 0 ? 1 : Math.max(0, 1 + lostSum / sum);
  const unweighted = (signals, share) =>
    Object.entries(signals).map(([signal, name]) => [
      name,
      weights[name] === 0 || share === 0 ? 0 : valueOf(signal) / weights[name] / share,
    ]);
  const signals = {
    words: valueOf('words') / (1 - weights.fusion),
    meaning: valueOf('meaning') / weights.fusion,
    ...Object.fromEntries([...unweighted(ownNames, 1), ...unweighted(supportNames, kept)]),
  };
  return { path, startLine, endLine, signals, kept };
}
