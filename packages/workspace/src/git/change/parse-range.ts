import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Revisions of a range, as given by the user. */
export interface RevisionRange {
  /** `merge-base`: from the last common commit of both; `between`: from one to the other; `since`: to the work tree. */
  readonly kind: 'merge-base' | 'between' | 'since';
  readonly from: string;
  /** Absent for `since`. */
  readonly to?: string | undefined;
}

/** Maximum length of a revision, in UTF-16 units. */
const maxRevisionLength = 300;

/**
 * Parses `A...B`, `A..B` or `A`. Revisions are untrusted: those that git could take for an option are rejected.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function parseRange(range: string): RevisionRange {
  const text = range.trim();
  if (text === '') throw badRange(range, 'it is empty');
  const dots = /\.\.\.?/u.exec(text);
  if (dots === null) return { kind: 'since', from: requireRevision(text, range) };
  const [from, to] = [text.slice(0, dots.index), text.slice(dots.index + dots[0].length)].map((side) =>
    requireRevision(side === '' ? 'HEAD' : side, range),
  );
  return { kind: dots[0] === '...' ? 'merge-base' : 'between', from: from ?? '', to };
}

function requireRevision(revision: string, range: string): string {
  if (revision.startsWith('-')) throw badRange(range, 'a revision does not begin with a dash');
  if (revision.length > maxRevisionLength) throw badRange(range, 'it is too long');
  // A subset of git's rules for names, so that the marks of ancestors, reflogs and searches stay allowed.
  if (/[\p{Cc}\s]/u.test(revision) || revision.includes('..'))
    throw badRange(range, 'it has characters that are not allowed in a revision');
  return revision;
}

function badRange(range: string, why: string): LexichordError {
  const shown = JSON.stringify(range.slice(0, maxRevisionLength));
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The range ${shown} is invalid: ${why}. Give two revisions, such as main...HEAD or HEAD~3..HEAD, or one.`,
  );
}
