// what a line begins or ends
export {
  type AtxHeading,
  type HtmlBlockKind,
  type OpeningFence,
  atxHeading,
  closesFencedCode,
  isBlankLine,
  isThematicBreak,
  lastingHtmlBlocks,
  openingFence,
  setextLevel,
} from './line-grammar.js';

// the exact structure
export { type MarkdownParser, loadMarkdownParser } from './load-markdown-parser.js';
