/**
 * A text in pieces that each end with a CR on its own, except the last. A browser breaks no line there, although whoever
 * wrote the text did. The pieces in a row are the text.
 */
export function splitAtLoneReturns(text: string): readonly string[] {
  return text.includes('\r') ? text.split(/(?<=\r)(?!\n)/u) : [text];
}
