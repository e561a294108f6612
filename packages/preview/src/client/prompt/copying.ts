/** Puts a text on the clipboard. False where the browser has none for this page, or does not let it. */
export async function copyText(text: string, clipboard: Pick<Clipboard, 'writeText'> | undefined): Promise<boolean> {
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // Refused by the browser or its user, which the caller reports.
    return false;
  }
}

/** Selects everything in an element. */
export function selectContent(element: HTMLElement): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.selectAllChildren(element);
}

/**
 * The selected text below an element, byte for byte. A browser's own copy would put line ends between blocks.
 *
 * @returns `undefined` when the selection reaches out of the element
 */
export function selectedTextIn(element: HTMLElement): string | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return element.contains(range.commonAncestorContainer) ? range.toString() : undefined;
}

/** Copies the selection within an element byte for byte: blocks add no line ends, and CR LF stays. */
export function copySelection(event: ClipboardEvent): void {
  const { currentTarget, clipboardData } = event;
  if (!(currentTarget instanceof HTMLElement) || clipboardData === null) return;
  const selected = selectedTextIn(currentTarget);
  if (selected === undefined || selected === '') return;
  clipboardData.setData('text/plain', selected);
  event.preventDefault();
}
