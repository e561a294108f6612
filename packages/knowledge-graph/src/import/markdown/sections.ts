import type { MarkdownBlock, MarkdownLines, MarkdownText } from '../../../worker/reading-task.mjs';
import { cleanName } from '../clean-text.js';

/** A heading with the text below it, up to the next heading. */
export interface Section {
  /** 1 to 6; 0 for the text before the first heading. */
  readonly level: number;
  readonly title: string;
  readonly heading: MarkdownText;
  readonly lines: MarkdownLines;
  /** The anchor of the heading in links; '' if there is none. */
  readonly anchor: string;
  /** The section that this one is part of. */
  readonly parent: Section | undefined;
  readonly blocks: readonly MarkdownBlock[];
}

const nothing: MarkdownText = { text: '', links: [] };

/** Splits a document at its headings, in order; the text before the first one is a section of level 0. */
export function sectionsOf(blocks: readonly MarkdownBlock[]): readonly Section[] {
  const anchors = new Map<string, number>();
  const sections: (Section & { readonly blocks: MarkdownBlock[] })[] = [
    { level: 0, title: '', heading: nothing, lines: [1, 1], anchor: '', parent: undefined, blocks: [] },
  ];
  const open: Section[] = [];
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      sections.at(-1)?.blocks.push(block);
      continue;
    }
    while ((open.at(-1)?.level ?? 0) >= block.depth) open.pop();
    const title = cleanName(block.text.text);
    const { depth: level, text: heading, lines } = block;
    const section = {
      level,
      title,
      heading,
      lines,
      anchor: nextAnchor(title, anchors),
      parent: open.at(-1),
      blocks: [],
    };
    sections.push(section);
    open.push(section);
  }
  return sections;
}

/** The anchor of the next heading; the second one with the same title gets `name-1`. */
function nextAnchor(title: string, anchors: Map<string, number>): string {
  const anchor = anchorOf(title);
  const count = anchors.get(anchor) ?? 0;
  anchors.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

/**
 * The anchor of a heading by GitHub's rule, which most renderers share: lower case, without punctuation, a hyphen for
 * each space.
 */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The target of a link. */
interface LinkTarget {
  /** Relative to the workspace. */
  readonly documentPath: string;
  readonly anchor?: string | undefined;
}

/** @returns `undefined` for targets outside the workspace, and for links without a document */
export function linkTarget(link: string, documentPath: string): LinkTarget | undefined {
  const [file = '', anchor] = link.split('#', 2);
  const id = anchor === undefined || anchor === '' ? undefined : decoded(anchor).toLowerCase();
  if (file === '') return id === undefined ? undefined : { documentPath, anchor: id };
  if (/^[a-z][a-z\d+.-]*:|^\/\//iu.test(file)) return undefined;
  const path = decoded(file.split('?', 1)[0] ?? '');
  const parts = path.startsWith('/') ? [] : documentPath.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : { documentPath: parts.join('/'), anchor: id };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing is literal.
    return text;
  }
}
