import { indexWords, stemOf } from '@lexichord/text-index';

/** Longer queries are cut, in UTF-16 units. */
const maxQueryLength = 20_000;

/** Words of a query that count: of a long one, such as a paragraph, the rarest. */
export const maxQueryWords = 32;

/** Words that questions and talk are made of, besides those that no index knows; in small letters. */
const wordsOfTalk =
  'about above after again all also am any because been before being below both but could did doing don down during ' +
  'each else few further had has have having he her here hers herself him himself his just me mine more most must my ' +
  'myself no nor now off only other our ours out over own same shall she should so some such them themselves they too ' +
  'under until up very were whom whose will without would your yours yourself may might us onto while against once ' +
  'll re ve doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn';

let stems: ReadonlySet<string> | undefined;

/** The distinct words that a query asks for, stemmed; in its order. */
export function queryWords(query: string): readonly string[] {
  return tellingWords(query.slice(0, maxQueryLength));
}

/** The distinct words of a text that are about something, stemmed; in its order. */
export function tellingWords(text: string): readonly string[] {
  stems ??= new Set(wordsOfTalk.split(' ').map(stemOf));
  const passed = stems;
  return [...new Set(indexWords(text))].filter((word) => !passed.has(word));
}
