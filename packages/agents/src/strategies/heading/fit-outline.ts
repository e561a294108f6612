import type { DocumentHeading, ITokenCounter } from '@lexichord/abstractions';
import { toOneLine } from '../text/lines-in.js';
import { countShownHeadings, depthOf, type OutlineDetail, type OutlineNode, renderOutline } from './outline-tree.js';

/** An outline within its token limit. */
export interface FittedOutline {
  readonly content: string;
  /** Whether headings were left out. */
  readonly truncated: boolean;
}

/** The outline to fit. */
export interface OutlineRequest {
  readonly roots: readonly OutlineNode[];
  /** Headings that enclose the cursor, outermost first. */
  readonly path: readonly DocumentHeading[];
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** Maximum length of a section's name in the line with the cursor's position, in UTF-16 units. */
const maxNameLength = 80;

/**
 * The whole outline if it fits, else without the deepest levels away from the path, else with fewer siblings, else only
 * the path. `undefined` if not even the innermost heading fits.
 */
export function fitOutline({ roots, path, maxTokens, tokenCounter }: OutlineRequest): FittedOutline | undefined {
  const position = currentSection(path);
  const onPath = new Set(path.map(({ startOffset }) => startOffset));
  const fits = (content: string): boolean => tokenCounter.countTokens(content) <= maxTokens;
  const attempt = (depth: number, siblings: number): string | undefined => {
    const detail: OutlineDetail = { path: onPath, depth, siblings };
    // A line has at least one token, so a huge outline is rejected without rendering it.
    if (countShownHeadings(roots, detail, { atMost: maxTokens }) > maxTokens) return undefined;
    const content = [position, renderOutline(roots, detail)].filter((part) => part.length > 0).join('\n\n');
    return fits(content) ? content : undefined;
  };

  const deepest = depthOf(roots);
  const everything = attempt(deepest, Infinity);
  if (everything !== undefined) return { content: everything, truncated: false };
  for (let depth = deepest - 1; depth >= 0; depth -= 1) {
    const wholeLevels = depth === 0 ? undefined : attempt(depth, Infinity);
    if (wholeLevels === undefined && depth > 0) continue;
    const content = withSomeOfLevel((siblings) => attempt(depth + 1, siblings), maxTokens) ?? wholeLevels;
    if (content !== undefined) return { content, truncated: true };
  }
  const shortest = shortestPosition(path, fits);
  return shortest === undefined ? undefined : { content: shortest, truncated: true };
}

/** The outline with the maximum number of siblings that fits; `undefined` if not even one does. */
function withSomeOfLevel(attempt: (siblings: number) => string | undefined, maxSiblings: number): string | undefined {
  let best: string | undefined;
  let low = 1;
  let high = maxSiblings;
  while (low <= high) {
    const siblings = Math.floor((low + high) / 2);
    const content = attempt(siblings);
    if (content === undefined) {
      high = siblings - 1;
    } else {
      best = content;
      low = siblings + 1;
    }
  }
  return best;
}

function currentSection(path: readonly DocumentHeading[]): string {
  if (path.length === 0) return '';
  return `Current section: ${path.map(({ text }) => toOneLine(text, maxNameLength)).join(' › ')}`;
}

/** The heading path of the cursor, with as many of the innermost headings as fit. */
function shortestPosition(path: readonly DocumentHeading[], fits: (content: string) => boolean): string | undefined {
  for (let from = 0; from < path.length; from += 1) {
    const content = currentSection(path.slice(from));
    if (fits(content)) return content;
  }
  return undefined;
}
