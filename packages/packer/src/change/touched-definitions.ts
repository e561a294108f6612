import type { ChangedFile, LineRange } from '@lexichord/abstractions';

/** A definition and its innermost enclosing one. */
interface Nested<Definition> {
  readonly definition: Definition;
  readonly around: Nested<Definition> | undefined;
}

/**
 * Returns the definitions with changed lines outside their inner definitions. The time is linear in lines and
 * definitions, because a change of line ends or indentation touches all of them.
 *
 * @param definitions of the file after the change
 */
export function touchedDefinitions<Definition extends LineRange>(
  definitions: readonly Definition[],
  { hunks }: Pick<ChangedFile, 'hunks'>,
): ReadonlySet<Definition> {
  const nested = new NestedDefinitions(definitions);
  const touched = new Set<Definition>();
  for (const { afterStart, afterCount } of hunks) {
    // Lines that were removed without replacement belong to the definition around both neighbours.
    if (afterCount === 0) addAll(touched, nested.around(afterStart - 1, afterStart));
    for (let line = afterStart; line < afterStart + afterCount; line += 1) addAll(touched, nested.around(line, line));
  }
  return touched;
}

function addAll<Value>(set: Set<Value>, values: readonly Value[]): void {
  for (const value of values) set.add(value);
}

/** Finds the definitions of lines. Must be called in ascending order of lines. */
class NestedDefinitions<Definition extends LineRange> {
  /** By first line, enclosing definitions before the ones inside. */
  private readonly waiting: readonly Definition[];
  private next = 0;
  /** The innermost definition around the current line. */
  private innermost: Nested<Definition> | undefined;

  constructor(definitions: readonly Definition[]) {
    this.waiting = definitions.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  }

  /** Innermost definitions that contain both lines; several if they have the same range. */
  around(first: number, last: number): readonly Definition[] {
    this.enter(first);
    let current = this.innermost;
    while (current !== undefined && current.definition.endLine < last) current = current.around;
    const found: Definition[] = [];
    for (let one = current; one !== undefined && areSame(one, current); one = one.around) found.push(one.definition);
    return found;
  }

  /** Advances to a line. */
  private enter(line: number): void {
    for (; (this.waiting[this.next]?.startLine ?? Infinity) <= line; this.next += 1) {
      const definition = this.waiting[this.next] as Definition;
      this.leave(definition.startLine);
      this.innermost = { definition, around: this.innermost };
    }
    this.leave(line);
  }

  private leave(line: number): void {
    while (this.innermost !== undefined && this.innermost.definition.endLine < line) {
      this.innermost = this.innermost.around;
    }
  }
}

function areSame<Definition extends LineRange>(
  { definition: a }: Nested<Definition>,
  other: Nested<Definition> | undefined,
): boolean {
  return other !== undefined && a.startLine === other.definition.startLine && a.endLine === other.definition.endLine;
}
