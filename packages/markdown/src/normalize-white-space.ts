/** The text with every run of white space made one space and none at the ends. */
export function normalizeWhiteSpace(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
