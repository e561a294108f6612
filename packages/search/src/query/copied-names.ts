import type { AskedQuery } from './asked-query.js';

/** A line that a program has written about a failure: a frame, or the name of an exception with its packages. */
const failureLine = new RegExp(
  [
    String.raw`^\s{0,40}(?:at |File "|Caused by: |Suppressed: |Exception in thread |Traceback |goroutine |\.\.\. \d)`,
    String.raw`^\s{0,40}(?:[\w$]{1,100}\.){0,20}[\w$]{0,100}(?:Error|Exception|Failure)\b[ \t]{0,5}(?::|$)`,
    // The function in front of a frame of Go.
    String.raw`^[\w./*()-]{1,300}\([\w, .{}]{0,300}\)$`,
  ].join('|'),
  'u',
);

/** The lines in the address of a file: `#L120C5-L121C9`. */
const addressedLine = /^L\d{1,7}(?:C\d{1,5})?$/u;

/**
 * Makes the test whether a name was copied with the report of a failure, and is in none of the user's own words: it is
 * not misspelled, and of the code of a library or of a compiler if the index does not have it. So are the lines in an
 * address.
 */
export function copiedNames({ text, kind }: Pick<AskedQuery, 'text' | 'kind'>): (name: string) => boolean {
  const lines = kind === 'trace' ? text.split(/\r?\n/u) : [];
  const ownLines = lines.filter((line) => !failureLine.test(line));
  return (name) =>
    addressedLine.test(name) ||
    (lines.some((line) => line.includes(name)) && !ownLines.some((line) => line.includes(name)));
}
