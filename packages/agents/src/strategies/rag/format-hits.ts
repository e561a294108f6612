import type { ITokenCounter, SearchHit } from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';

import { toOneLine } from '../text/lines-in.js';

/** Hits as text within the limit. */
export interface FormattedHits {
  readonly content: string;
  /** The hits in the content, in the same order. */
  readonly included: readonly SearchHit[];
  /** Whether hits, or a part of the last one, were left out. */
  readonly truncated: boolean;
  /** Tokens of all hits; approximate, because they are counted one by one. */
  readonly originalTokens: number;
}

/** Token limit of the hits. */
export interface HitLimits {
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** Minimum tokens of a hit's text for a section of its own. */
const minTokensOfHit = 30;

/** Maximum length of a path and of a heading, in UTF-16 units; longer ones are cut. */
const maxNameLength = 200;

const separator = '\n\n';

/**
 * Formats hits, best first, each with its location and its text in a fence that the text cannot close: complete hits
 * until one does not fit, and as much of that one as fits.
 */
export function formatHits(hits: readonly SearchHit[], { maxTokens, tokenCounter }: HitLimits): FormattedHits {
  const blocks = hits.map((hit) => formatHit(hit, hit.content));
  const originalTokens = blocks.reduce((sum, block) => sum + tokenCounter.countTokens(block + separator), 0);
  let content = '';
  for (const [index, block] of blocks.entries()) {
    const longer = content.length === 0 ? block : content + separator + block;
    if (tokenCounter.countTokens(longer) <= maxTokens) {
      content = longer;
      continue;
    }
    const hit = hits[index];
    const cut = hit === undefined ? undefined : addPart(content, hit, { maxTokens, tokenCounter });
    const included = hits.slice(0, cut === undefined ? index : index + 1);
    return { content: cut ?? content, included, truncated: true, originalTokens };
  }
  return { content, included: hits, truncated: false, originalTokens };
}

/** Adds the start of a hit, reduced until the exact count of the whole text is within the limit. */
function addPart(content: string, hit: SearchHit, { maxTokens, tokenCounter }: HitLimits): string | undefined {
  const before = content.length === 0 ? '' : content + separator;
  const frame = tokenCounter.countTokens(before + formatHit(hit, ''));
  const minTokens = content.length === 0 ? 1 : minTokensOfHit;
  for (let room = maxTokens - frame; room >= minTokens; room -= Math.max(1, Math.floor(room / 20))) {
    const part = tokenCounter.truncateToTokens(hit.content, room).content.trimEnd();
    if (part.trim().length === 0) return undefined;
    const longer = before + formatHit(hit, `${part}\n…`);
    if (tokenCounter.countTokens(longer) <= maxTokens) return longer;
  }
  return undefined;
}

function formatHit({ filePath, startLine, endLine, headingPath, score, language }: SearchHit, text: string): string {
  const location = `Source: ${toOneLine(filePath, maxNameLength)}, lines ${startLine}-${endLine}`;
  const names = headingPath.map((heading) => toOneLine(heading, maxNameLength)).filter((name) => name.length > 0);
  const section = names.length === 0 ? [] : [`Section: ${names.join(' › ')}`];
  const relevance = Number.isFinite(score) ? ` (score ${score.toFixed(2)})` : '';
  return [
    `${location}${relevance}`,
    ...section,
    fence(text.replace(/^(?:[ \t]*[\r\n])+/u, '').trimEnd(), language),
  ].join('\n');
}

/**
 * Joins hits of one file with consecutive lines: at the position of the better one, with its score and heading. Other
 * hits are unchanged.
 *
 * @param hits best first, without common lines
 */
export function joinNeighbours(hits: readonly SearchHit[]): readonly SearchHit[] {
  const joined: SearchHit[] = [];
  for (const hit of hits) {
    const at = joined.findIndex((other) => isNext(other, hit) || isNext(hit, other));
    const other = joined[at];
    if (other === undefined) joined.push(hit);
    else joined[at] = join(other, hit);
  }
  // A hit can close the gap between two others.
  return joined.length === hits.length ? joined : joinNeighbours(joined);
}

function isNext(first: SearchHit, second: SearchHit): boolean {
  return first.filePath === second.filePath && first.endLine + 1 === second.startLine;
}

function join(better: SearchHit, other: SearchHit): SearchHit {
  const [first, second] = better.startLine < other.startLine ? [better, other] : [other, better];
  const lineEnd = /[\r\n]$/u.test(first.content) ? '' : '\n';
  return {
    ...better,
    startLine: first.startLine,
    endLine: second.endLine,
    content: `${first.content}${lineEnd}${second.content}`,
  };
}
