import { cutAtSpaces, type ProseBlock, type ProseText } from './prose-text.js';

/** Scopes whose text is markup that {@link ProseText} leaves out; they never match. */
const unseenScopes = new Set(['alt', 'title', 'figure', 'code', 'link', 'strong', 'emphasis']);

let segmenter: Intl.Segmenter | undefined;

/**
 * Selects the texts that a rule checks, one by one, by Vale's `scope`: `text` (everything, the default), `heading`,
 * `heading.h2`, `paragraph`, `sentence`, `list`, `table`, `blockquote`, `raw`, `summary` (everything but headings);
 * with `~` before it everything else, with `&` between two their intersection. Several scopes are united. An unknown
 * scope counts as `text`.
 */
export function selectProse(prose: ProseText, scopes: readonly string[]): readonly string[] {
  if (scopes.some((scope) => scope.trim().startsWith('raw'))) return cutAtSpaces(prose.raw);
  const selectors = (scopes.length === 0 ? ['text'] : scopes).map((scope) =>
    scope.split('&').map((part) => part.trim()),
  );
  const texts: string[] = [];
  for (const block of prose.blocks) {
    const selector = selectors.find((parts) => parts.every((part) => isInScope(block, part)));
    if (selector === undefined) continue;
    if (selector.includes('sentence')) texts.push(...toSentences(block.text));
    else texts.push(block.text);
  }
  return texts;
}

function isInScope(block: ProseBlock, scope: string): boolean {
  if (scope.startsWith('~')) return !isInScope(block, scope.slice(1).trim());
  const [base = '', detail] = scope.split('.');
  if (unseenScopes.has(base)) return false;
  switch (base) {
    case 'heading':
      return block.kind === 'heading' && (detail === undefined || detail === `h${block.level}`);
    case 'paragraph':
      return block.kind === 'paragraph';
    case 'list':
    case 'table':
      return block.kind === base;
    case 'blockquote':
      return block.kind === 'quote';
    case 'sentence':
    case 'summary':
      return block.kind !== 'heading';
    default:
      return true;
  }
}

function toSentences(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim());
}
