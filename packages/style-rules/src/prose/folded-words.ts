/** Folds case: texts that differ only in case have the same fold, and so do their parts. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The runs of letters and digits of a text, each once, with spaces between them. */
export function distinctWords(text: string): string {
  return [...new Set(text.split(/[^\p{L}\p{N}]+/u))].join(' ');
}
