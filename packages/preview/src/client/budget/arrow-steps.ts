/** The focused position in a row of controls. */
export interface RowPosition {
  /** From 0. */
  readonly at: number;
  readonly count: number;
}

/** The index that a key moves to in a row or column of controls, without wrapping; `undefined` for any other key. */
export function arrowStep(
  key: string,
  { at, count }: RowPosition,
  direction: 'horizontal' | 'vertical',
): number | undefined {
  const [back, forth] = direction === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (count === 0) return undefined;
  if (key === back) return Math.max(at - 1, 0);
  if (key === forth) return Math.min(at + 1, count - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
