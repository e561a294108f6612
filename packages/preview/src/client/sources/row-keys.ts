import { arrowStep } from '../budget/arrow-steps.js';

/** Up and down, Home and End within the column of fold buttons, or of switches. Tab goes through all controls as ever. */
export function onRowKey(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { part } = target.dataset;
  if (part !== 'fold' && part !== 'switch') return;
  const column = [...currentTarget.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)];
  const next = arrowStep(key, { at: column.indexOf(target), count: column.length }, 'vertical');
  if (next === undefined) return;
  event.preventDefault();
  column[next]?.focus();
}
