/** C0 and C1 controls except tab and line feed, line separators, and marks that reorder what a terminal shows. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Text of a file or a message as a terminal may show it: what could move the cursor, recolour or reorder other text
 * is shown as an escape. A carriage return before a line feed is dropped, since every line ends at one.
 */
export function toTerminalText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controls, showControl);
}

/** Like {@link toTerminalText}, on one line: tabs and line ends become spaces. For table cells and messages. */
export function toTerminalLine(text: string): string {
  return toTerminalText(text).replaceAll(/[\n\t]+/gu, ' ');
}

function showControl(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
