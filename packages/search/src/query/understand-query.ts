import { indexWords, rawWords } from '../words/index-words.js';
import { splitIdentifier } from '../words/split-identifier.js';
import type { AskedQuery, NamedPlace, QueryKind } from './asked-query.js';

/** Longer queries are cut: nobody writes them, and a pasted file is no question. In UTF-16 units. */
const longestQuery = 20_000;

/** Most names and places that are looked up. */
const mostLookedUp = 50;

/**
 * `a/b.ts`, `b.ts:12`, `b.ts(12,3)`, `b.ts", line 12`: a name with an extension, perhaps a folder and a line. It begins
 * where a name begins and everything in it has a limit, so that the time grows with the text and no faster.
 */
const placePattern =
  /(?<![\w@.~-])((?:[\w@.~-]{1,255}[\\/]){0,40}\.?[\w@-][\w@.-]{0,254}\.[A-Za-z][A-Za-z0-9]{0,9})(?:(?::|\(|["']?,? line )(\d{1,7}))?/gu;

/** One name, perhaps qualified or with a call's brackets. */
const singleName = /^[`'"]?(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|#|->))*([\p{L}_$][\p{L}\p{N}_$]*[!?]?)(?:\(\))?[`'"]?$/u;

/** Between backticks, or joined as only code joins names. */
const quotedName = /`([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))?`|(?:\.|::|#)([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** Signs of an error message or a stack trace. */
const tracePattern = /\b(?:at |File "|Traceback|Caused by:|panicked at|Exception in|goroutine \d)/u;

/** Endings that make a dotted name a file and not a member, when neither folder nor line says so. */
const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|c|cc|cpp|h|hpp|rb|php|kt|kts|swift|sh|md|mdx|json|ya?ml|toml|html?|css|xml|sql|txt)$/iu;

/** Finds out what a query looks for. Total: every text is a query. */
export function understandQuery(query: string): AskedQuery {
  const text = query.slice(0, longestQuery).trim();
  const places = placesIn(text);
  const single = singleName.exec(text)?.[1];
  const isOnePlace = places.length > 0 && !/\s/u.test(text);
  const kind: QueryKind = isOnePlace
    ? 'path'
    : single !== undefined
      ? 'symbol'
      : tracePattern.test(text) && places.length > 0
        ? 'trace'
        : 'question';
  return {
    text,
    kind,
    words: [...new Set(indexWords(text))],
    names: (single !== undefined && kind === 'symbol' ? [single] : namesIn(text)).slice(0, mostLookedUp),
    places: places.slice(0, mostLookedUp),
  };
}

function placesIn(text: string): readonly NamedPlace[] {
  const places: NamedPlace[] = [];
  for (const [, path = '', line] of text.matchAll(placePattern)) {
    if (line === undefined && !/[\\/]/u.test(path) && !fileEnding.test(path)) continue;
    places.push({
      path: path.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/u, ''),
      line: line === undefined ? undefined : Number(line),
    });
  }
  return places;
}

/** Names that can only be code: of several words without a space, or marked as code. */
function namesIn(text: string): readonly string[] {
  const marked = [...text.matchAll(quotedName)].map(([, quoted, member]) => quoted ?? member ?? '');
  const joined = [...rawWords(text)].filter((word) => splitIdentifier(word).length > 1);
  return [...new Set([...marked, ...joined])];
}
