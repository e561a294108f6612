import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Longer patterns are refused, in UTF-16 units. */
const maxPatternLength = 1_000;

/** Patterns that `{a,b}` may stand for. */
const maxAlternatives = 100;

type CharacterTest = (character: string) => boolean;

/** One step of a segment's pattern: a run of anything, or one character. */
type SegmentStep = '*' | CharacterTest;

/** A folder's or file's name, or `**`: any number of them. */
type PathStep = '**' | readonly SegmentStep[];

/**
 * Whether a path matches a glob: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}`, and `**` for any number of folders; names that
 * begin with a dot are names like others. No regular expression, because one made from such a pattern can take hours
 * for one path: the time is at most pattern times path.
 *
 * @throws {LexichordError} `invalid-argument` for a pattern that is too long or stands for too many
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  if (pattern.length > maxPatternLength) throw unusable(pattern, `longer than ${maxPatternLength} characters`);
  const alternatives = expandBraces(pattern).map((alternative) => alternative.split('/').map(toPathStep));
  return (path) => {
    const names = path.split('/').map((name) => Array.from(name));
    return alternatives.some((steps) =>
      matchesSteps(steps, names, { isRun: (step) => step === '**', accepts: matchesName }),
    );
  };
}

function expandBraces(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const one of open) {
      // The innermost braces first: what is inside them has none.
      const [whole, inner = ''] = /\{([^{}]*,[^{}]*)\}/u.exec(one) ?? [];
      if (whole === undefined) done.push(one);
      else next.push(...inner.split(',').map((choice) => one.replace(whole, () => choice)));
    }
    if (next.length + done.length > maxAlternatives) {
      throw unusable(pattern, `short for more than ${maxAlternatives} patterns`);
    }
    open = next;
  }
  return done;
}

function toPathStep(segment: string): PathStep {
  if (segment === '**') return '**';
  const steps: SegmentStep[] = [];
  for (const [token] of segment.matchAll(/\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|./gsu)) steps.push(toSegmentStep(token));
  return steps;
}

function toSegmentStep(token: string): SegmentStep {
  if (token.startsWith('*')) return '*';
  if (token === '?') return () => true;
  if (token.length > 2 && token.startsWith('[')) return characterClass(token.slice(1, -1));
  const literal = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
  return (character) => character === literal;
}

function characterClass(body: string): CharacterTest {
  const isNegated = /^[!^]/u.test(body);
  const ranges = [...body.slice(isNegated ? 1 : 0).matchAll(/(.)-(.)|(.)/gsu)].map(
    ([, from, to, single = '']) => [from ?? single, to ?? single] as const,
  );
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

function matchesName(step: PathStep, name: readonly string[]): boolean {
  if (step === '**') return true;
  return matchesSteps(step, name, {
    isRun: (one) => one === '*',
    accepts: (one, character) => one === '*' || one(character),
  });
}

interface Matching<Step, Item> {
  readonly isRun: (step: Step) => boolean;
  readonly accepts: (step: Step, item: Item) => boolean;
}

/** Going back to the latest run is enough: what an earlier one could take, the latest one can take too. */
function matchesSteps<Step, Item>(
  steps: readonly Step[],
  items: readonly Item[],
  { isRun, accepts }: Matching<Step, Item>,
): boolean {
  let step = 0;
  let item = 0;
  let afterRun = -1;
  let runEnd = 0;
  while (item < items.length) {
    const current = steps[step];
    if (current !== undefined && isRun(current)) {
      step += 1;
      afterRun = step;
      runEnd = item;
    } else if (current !== undefined && accepts(current, items[item] as Item)) {
      step += 1;
      item += 1;
    } else if (afterRun >= 0) {
      step = afterRun;
      runEnd += 1;
      item = runEnd;
    } else {
      return false;
    }
  }
  return steps.slice(step).every(isRun);
}

function unusable(pattern: string, what: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `A path pattern is ${what}. Use a shorter one, or several.`, {
    details: { length: pattern.length },
  });
}
