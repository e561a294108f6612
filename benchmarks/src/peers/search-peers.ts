import type { PlacedText } from '../quality/retrieval-measures.js';
import { TextRanking } from '../quality/text-ranking.js';
import type { Peers } from './peer-modules.js';

/** Finds pieces for a query, best first. */
export type Ask = (query: string) => Promise<readonly PlacedText[]>;

/** Pieces that are asked for: enough for every budget. */
const limit = 100;

/** BM25 over names and texts, which needs no package of others. */
export function indexWithBm25(pieces: readonly PlacedText[]): Ask {
  const ranking = new TextRanking(pieces.map(({ filePath, text }) => `${filePath}\n${text}`));
  return (query) =>
    Promise.resolve(
      ranking
        .best(query)
        .slice(0, limit)
        .flatMap((index) => pieces[index] ?? []),
    );
}

/** MiniSearch over names and texts, with its own settings: BM25+ over words. */
export function indexWithMiniSearch(pieces: readonly PlacedText[], { miniSearch }: Peers): Ask {
  const index = new miniSearch.default({ fields: ['filePath', 'text'] });
  index.addAll(pieces.map((piece, id) => ({ id, ...piece })));
  return (query) =>
    Promise.resolve(
      index
        .search(query)
        .slice(0, limit)
        .flatMap(({ id }) => pieces[id] ?? []),
    );
}

/** Orama's full-text search over names and texts, with its own settings. */
export async function indexWithOrama(pieces: readonly PlacedText[], { orama }: Peers): Promise<Ask> {
  const database = orama.create({ schema: { filePath: 'string', text: 'string' } });
  await orama.insertMultiple(
    database,
    pieces.map(({ filePath, text }, id) => ({ id: String(id), filePath, text })),
  );
  return async (query) => {
    const { hits } = await orama.search(database, { term: query, limit });
    return hits.flatMap(({ id }) => pieces[Number(id)] ?? []);
  };
}
