import { fairShares } from '../chunk/anchored-chunks.js';
import { type ChangeUnit, type LineSpan, type UnitContext, spansOf } from './change-units.js';

/** A unit with the lines that are offered to the pack. */
export interface FittedUnit {
  readonly unit: ChangeUnit;
  readonly spans: readonly LineSpan[];
}

/** Limits of a change. */
export interface ChangeRoom {
  readonly maxTokens: number;
  /** Counts the tokens of lines with their marks. */
  readonly countTokens: (unit: ChangeUnit, span: LineSpan) => number;
}

/** Contexts smaller than the whole unit, largest first. */
const contexts = ['parts', 10, 3, 1, 0] as const satisfies readonly UnitContext[];

/** Approximate tokens of a heading and a fence around lines. */
const frameTokens = 32;

/**
 * Fits the units of a change: whole if all fit. Otherwise each has an equal share, plus the tokens that smaller ones
 * leave: it is whole, or the changed parts of a definition too large for one chunk, or its changed lines with the
 * maximum context that fits into the share, at least none. The selection excludes units that then do not fit, in order.
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
