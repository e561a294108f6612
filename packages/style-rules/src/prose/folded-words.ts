/** Two texts that differ in case alone have the same fold, and so have the parts of them. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The runs of letters and digits of a text, each once, with spaces between them. */
export function distinctWords(text: string): string {
  return [...new Set(text.split(/[^\p{L}\p{N}]+/u))].join(' ');
}
