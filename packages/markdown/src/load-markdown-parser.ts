import type { parseMarkdown, parseMarkdownBlocks, plainText } from './parser.js';

/** The exact Markdown parser, by micromark. It is 30 to 120 times slower than a scan of the lines. */
export interface MarkdownParser {
  readonly parseMarkdown: typeof parseMarkdown;
  readonly parseMarkdownBlocks: typeof parseMarkdownBlocks;
  readonly plainText: typeof plainText;
}

/** Loads the parser on demand, because it consists of a hundred modules that most runs do not need. */
export async function loadMarkdownParser(): Promise<MarkdownParser> {
  return import('./parser.js');
}
