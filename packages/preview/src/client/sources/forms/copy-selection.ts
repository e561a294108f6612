import { selectedTextIn } from '../../prompt/copying.js';

/** Copies what is selected within an element byte for byte: blocks add no line ends, and CR LF stays. */
export function copySelection(event: ClipboardEvent): void {
  const { currentTarget, clipboardData } = event;
  if (!(currentTarget instanceof HTMLElement) || clipboardData === null) return;
  const selected = selectedTextIn(currentTarget);
  if (selected === undefined || selected === '') return;
  clipboardData.setData('text/plain', selected);
  event.preventDefault();
}
