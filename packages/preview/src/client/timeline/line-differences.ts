/** A line of a comparison, or the number of unchanged lines that it leaves out. */
export type DifferenceRow =
  | {
      readonly kind: 'added' | 'removed' | 'same';
      /** Without its line end. */
      readonly text: string;
      /** 1-based; absent where the text before has no such line. */
      readonly beforeLine?: number | undefined;
      readonly afterLine?: number | undefined;
      /** Difference in the line end, which would otherwise be invisible: `CR LF`, or no line end at the last line. */
      readonly lineEnd?: 'CR LF' | 'no line end' | undefined;
    }
  | { readonly kind: 'gap'; readonly count: number };

/** The difference of two texts, by lines. */
export interface TextDifference {
  readonly added: number;
  readonly removed: number;
  /**
   * `undefined` when the texts are too large or too different to be set side by side; the counts are valid
   * nevertheless.
   */
  readonly rows?: readonly DifferenceRow[] | undefined;
  /** Number of rows at the end that are left out, because the list is too long to read. */
  readonly hiddenRows: number;
}

/** Limits of a comparison. */
export interface DifferenceLimits {
  /** Maximum length of both texts, in UTF-16 units. */
  readonly characters: number;
  readonly milliseconds: number;
  readonly rows: number;
  /** Unchanged lines on each side of a change. */
  readonly context: number;
}

const usualLimits: DifferenceLimits = { characters: 1_000_000, milliseconds: 400, rows: 1500, context: 3 };

/**
 * Compares two texts line by line. The result is the same on every machine, except that a slow one may give up on large
 * texts.
 */
export async function differenceOf(
  before: string,
  after: string,
  limits: DifferenceLimits = usualLimits,
): Promise<TextDifference> {
  if (before.length + after.length > limits.characters) return countedOnly(before, after);
  const { diffLines } = await import('diff');
  const changes = diffLines(before, after, { timeout: limits.milliseconds, maxEditLength: 20_000 });
  if (changes === undefined) return countedOnly(before, after);
  const rows: DifferenceRow[] = [];
  const counts = { added: 0, removed: 0 };
  const next = { before: 1, after: 1 };
  for (const change of changes) {
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same';
    for (const line of linesOf(change.value)) {
      const numbers = {
        beforeLine: kind === 'added' ? undefined : next.before++,
        afterLine: kind === 'removed' ? undefined : next.after++,
      };
      if (kind !== 'same') counts[kind] += 1;
      rows.push({ kind, ...numbers, ...shownLine(line, kind) });
    }
  }
  const shown = withGaps(rows, limits.context);
  return { ...counts, rows: shown.slice(0, limits.rows), hiddenRows: Math.max(0, shown.length - limits.rows) };
}

/** Number of lines that only one of two texts has, at any position. */
function countedOnly(before: string, after: string): TextDifference {
  const balance = new Map<string, number>();
  for (const line of linesOf(before)) balance.set(line, (balance.get(line) ?? 0) - 1);
  for (const line of linesOf(after)) balance.set(line, (balance.get(line) ?? 0) + 1);
  let added = 0;
  let removed = 0;
  for (const count of balance.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { added, removed, hiddenRows: 0 };
}

/** Keeps a few unchanged lines beside each change, and counts those it leaves out. */
function withGaps(rows: readonly DifferenceRow[], context: number): readonly DifferenceRow[] {
  const isNear = new Uint8Array(rows.length);
  rows.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const kept: DifferenceRow[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const start = index;
    while (index < rows.length && isNear[index] === 0) index += 1;
    if (index > start) kept.push({ kind: 'gap', count: index - start });
    const row = rows[index];
    if (row !== undefined) kept.push(row);
  }
  return kept;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/u);
}

function shownLine(line: string, kind: 'added' | 'removed' | 'same') {
  const text = line.replace(/\r?\n$/u, '');
  if (kind === 'same' || text.length + 1 === line.length) return { text };
  return { text, lineEnd: text.length === line.length ? ('no line end' as const) : ('CR LF' as const) };
}
