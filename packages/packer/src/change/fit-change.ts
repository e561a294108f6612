import { fairShares } from '../chunk/anchored-chunks.js';
import { type ChangeUnit, type LineSpan, type UnitContext, spansOf } from './change-units.js';

/** A unit with the lines of it that are offered to the pack. */
export interface FittedUnit {
  readonly unit: ChangeUnit;
  readonly spans: readonly LineSpan[];
}

/** Room for a change. */
export interface ChangeRoom {
  readonly maxTokens: number;
  /** Tokens of lines with their marks. */
  readonly countTokens: (unit: ChangeUnit, span: LineSpan) => number;
}

/** Less than the whole unit, from the most to the least. */
const contexts = ['parts', 10, 3, 1, 0] as const satisfies readonly UnitContext[];

/** Tokens of a heading and a fence around lines, about. */
const frameTokens = 32;

/**
 * Each unit whole if all of them fit. Otherwise each has an equal share, and what smaller ones leave is for the others: a
 * unit is whole, or has the parts that were changed of a definition too large for one chunk, or as many unchanged lines
 * around its changed ones as fit into its share, at least none. What does not fit then is for the selection to leave out,
 * in order.
 */
export function fitChange(units: readonly ChangeUnit[], { maxTokens, countTokens }: ChangeRoom): readonly FittedUnit[] {
  const tokensOf = ({ unit, spans }: FittedUnit): number =>
    spans.reduce((sum, span) => sum + countTokens(unit, span) + frameTokens, 0);
  const whole = units.map((unit) => ({ unit, spans: spansOf(unit, Infinity) }));
  const shares = fairShares(whole.map(tokensOf), maxTokens);
  return whole.map((fitted, index) => {
    const share = shares[index] ?? 0;
    if (tokensOf(fitted) <= share) return fitted;
    const levels = contextsOf(fitted.unit).map((context) => ({
      unit: fitted.unit,
      spans: spansOf(fitted.unit, context),
    }));
    return levels.find((level) => tokensOf(level) <= share) ?? (levels.at(-1) as FittedUnit);
  });
}

function contextsOf({ changedParts = [] }: ChangeUnit): readonly UnitContext[] {
  return changedParts.length === 0 ? contexts.slice(1) : contexts;
}
