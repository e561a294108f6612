import { isLexichordError } from '@lexichord/abstractions';
import { pathGlob } from '@lexichord/platform/internal';

/** Returns the pattern that denies a path, or `undefined`. */
export type DenyMatcher = (relativePath: string) => string | undefined;

const maxPatternLength = 500;
/** Limits of wildcards, because the time of matching is exponential in their number. */
const maxWildcardsPerName = 3;
const maxGlobstars = 3;

/** Problem of a deny pattern, as a sentence; `undefined` for a valid one. */
export function denyPatternProblem(pattern: string): string | undefined {
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (pattern.trim() === '' || pattern === '/') return 'a deny pattern must not be empty';
  if (pattern.length > maxPatternLength) {
    return `the deny pattern ${shown} is longer than ${maxPatternLength} characters; split it`;
  }
  if (pattern.startsWith('!')) {
    return `the deny pattern ${shown} begins with "!"; a deny pattern can only add denials, not remove them`;
  }
  if (/[()\0]/u.test(pattern)) {
    return `the deny pattern ${shown} contains "(", ")" or NUL; use "*", "?", "[…]", "{a,b}" and "**"`;
  }
  if (isCostlyGlob(pattern)) {
    return `the deny pattern ${shown} has more than ${maxWildcardsPerName} "*" in one name or more than ${maxGlobstars} "**"; simplify it`;
  }
  return standsForTooMany(pattern) ? `the deny pattern ${shown} stands for too many patterns; split it` : undefined;
}

function standsForTooMany(pattern: string): boolean {
  try {
    compileDenyPattern(pattern);
    return false;
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    return true;
  }
}

/** Whether matching the glob could be slow on a long hostile path. */
export function isCostlyGlob(pattern: string): boolean {
  const names = pattern.split('/');
  const globstars = names.filter((name) => name.includes('**')).length;
  return globstars > maxGlobstars || names.some((name) => (name.match(/\*+/gu) ?? []).length > maxWildcardsPerName);
}

/** Compiles deny patterns that {@link denyPatternProblem} has accepted. */
export function compileDenyPatterns(patterns: readonly string[]): DenyMatcher {
  const compiled = patterns.map((pattern) => ({ pattern, matches: compileDenyPattern(pattern) }));
  return (relativePath) => compiled.find(({ matches }) => matches(relativePath))?.pattern;
}

function compileDenyPattern(pattern: string): (relativePath: string) => boolean {
  const glob = pattern.replace(/^(?:\.?\/)+/u, '').replace(/(?<!\/)\/+$/u, '');
  // A folder is denied with its contents: `folder/**` also denies the folder.
  const isMatch = pathGlob(glob.replace(/(?<!\\)(?:\/\*\*)+$/u, ''), { ignoresCase: true });
  return glob.includes('/')
    ? (relativePath) => withAncestors(relativePath).some((path) => isMatch(path))
    : (relativePath) => relativePath.split('/').some((name) => isMatch(name));
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function withAncestors(relativePath: string): readonly string[] {
  const names = relativePath.split('/').filter((name) => name !== '');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
