import type { CuttingBoard, Draft, PartOwner } from './draft.js';

/** More characters than a number of tokens usually has: enough to look at to find where they end. */
const unitsPerToken = 8;

/**
 * Cuts one line that is above the limit into pieces between words, else between characters: the only case in which a
 * chunk is not of whole lines, because a chunk above the maximum could be used nowhere (T-016 AC-133).
 */
export function cutLongLine(line: number, limit: number, { lines, counter, tokens }: CuttingBoard): readonly Draft[] {
  const { content } = lines;
  const end = lines.start(line + 1);
  const owner: PartOwner = {};
  const drafts: Draft[] = [];
  for (let start = lines.start(line); start < end;) {
    const window = content.slice(start, Math.min(end, start + limit * unitsPerToken));
    const { content: fitting } = counter.truncateToTokens(window, limit);
    const length = fitting.length > 0 ? fitting.length : firstCharacterLength(content, start);
    const within = { start, end: start + length };
    drafts.push({
      ...{ from: line, to: line + 1, tokens: tokens.exactly(within.start, within.end), family: owner, owner, within },
      ...{ isPlain: true, isHeader: false, isImports: false },
    });
    start += length;
  }
  return drafts;
}

function firstCharacterLength(content: string, start: number): number {
  return (content.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
}
