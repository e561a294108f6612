// line grammar
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

// parser
export { type MarkdownParser, loadMarkdownParser } from './load-markdown-parser.js';

// text
export { normalizeWhiteSpace } from './normalize-white-space.js';
