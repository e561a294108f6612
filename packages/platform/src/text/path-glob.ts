import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { Minimatch } from 'minimatch';

/** Maximum length of a pattern, in UTF-16 units. */
const maxPatternLength = 1_000;

/** Maximum number of patterns that `{a,b}` may expand to. */
const maxAlternatives = 100;

/** Options of a glob. */
export interface PathGlobOptions {
  /** Whether matching ignores case. */
  readonly ignoresCase?: boolean;
}

/**
 * Whether a path matches a glob as npm has them: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}`, `{1..3}`, and `**` for any number
 * of folders, at the end for all that is below; names that begin with a dot are names like others. Patterns come from
 * cloned workspaces: they are not made to regular expressions, which can take hours for one path; the time is a
 * polynomial of both lengths.
 *
 * @throws {LexichordError} `invalid-argument` for a pattern that is too long or expands to too many
 */
export function pathGlob(pattern: string, { ignoresCase = false }: PathGlobOptions = {}): (path: string) => boolean {
  if (pattern.length > maxPatternLength) throw unusable(pattern, `longer than ${maxPatternLength} characters`);
  const glob = new Minimatch(pattern, {
    dot: true,
    nocase: ignoresCase,
    nocomment: true,
    nonegate: true,
    noext: true,
    // One more than the limit, so that an excess is noticed: the library drops the rest silently.
    braceExpandMax: maxAlternatives + 1,
    // Our paths have slashes everywhere.
    platform: 'linux',
  });
  if (glob.set.length > maxAlternatives)
    throw unusable(pattern, `an abbreviation of more than ${maxAlternatives} patterns`);
  return (path) => glob.match(path);
}

function unusable(pattern: string, what: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `A path pattern is ${what}. Use a shorter one, or several.`, {
    details: { length: pattern.length },
  });
}
