import { indexWords } from '@lexichord/text-index';
import { findFileReferences, rawWords, splitIdentifier } from '@lexichord/text-index/internal';
import type { AskedQuery, QueryKind } from './asked-query.js';

/** Maximum length of a query in UTF-16 units; a longer one is cut, as it is a pasted file and no question. */
const maxQueryLength = 20_000;

/** Maximum number of names and places to look up. */
const maxLookedUp = 50;

/** One name, optionally qualified or with a call's brackets. */
const singleName = /^[`'"]?(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|#|->))*([\p{L}_$][\p{L}\p{N}_$]*[!?]?)(?:\(\))?[`'"]?$/u;

/** A name in backticks, joined by code syntax, or with a call's brackets; not the line in `src/cart.py#L608`. */
const quotedName =
  /`([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))?`|(?:\.|::|#(?!L\d{1,7}\b))([\p{L}_$][\p{L}\p{N}_$]*)|(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\(\)/gu;

/** Signs of an error message or a stack trace. */
const tracePattern = /\b(?:at |File "|Traceback|Caused by:|panicked at|Exception in|goroutine \d)/u;

/** Parses a query: its kind, words, names and places. Never fails: every text is a query. */
export function understandQuery(query: string): AskedQuery {
  const text = query.slice(0, maxQueryLength).trim();
  const places = [...findFileReferences(text)];
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
    names: (single !== undefined && kind === 'symbol' ? [single] : namesIn(text)).slice(0, maxLookedUp),
    places: places.slice(0, maxLookedUp),
  };
}

/** Names that can only be code: of several words without a space, or marked as code. */
function namesIn(text: string): readonly string[] {
  const marked = [...text.matchAll(quotedName)].map(([, quoted, member, called]) => quoted ?? member ?? called ?? '');
  const joined = [...rawWords(text)].filter((word) => splitIdentifier(word).length > 1);
  return [...new Set([...marked, ...joined])];
}
