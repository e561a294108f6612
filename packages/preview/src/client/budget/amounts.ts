import { countOf } from '@lexichord/platform/number-text';

/** `2,150 tokens`, `1 token`. */
export function tokensText(tokens: number): string {
  return countOf(tokens, 'token');
}

/**
 * A share from 0 to 1 as whole per cent. Something is never shown as nothing, and what is not all never as all: `<1 %`,
 * `99 %`.
 */
export function shareText(share: number): string {
  if (!Number.isFinite(share) || share <= 0) return '0 %';
  if (share < 0.01) return '<1 %';
  const rounded = Math.round(share * 100);
  return `${String(share < 1 ? Math.min(99, rounded) : rounded)} %`;
}

/** From 0 to 1, with two digits: `0.82`. */
export function scoreText(score: number): string {
  return score.toFixed(2);
}

/** `18 ms`, `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 999.5) return `${String(Math.round(milliseconds))} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
