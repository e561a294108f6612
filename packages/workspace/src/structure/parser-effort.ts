import type { MarkdownTask } from '../../worker/parse-markdown.mjs';
import { type BlockFeatures, blockFeatures } from './block-features.js';

/**
 * Maximum effort of the parser for a document, in milliseconds of {@link parserEffort}. In measurements with many kinds
 * of text, accepted documents took at most one to three seconds of processor time: a fraction of the default time
 * limit.
 */
const affordableMs = 2_000;

/** Maximum nesting; a deeper one overflows the parser's stack before it takes long. */
const deepestNesting = 100;

/** Milliseconds per feature, for features with linear costs. */
const costs = {
  units: 0.004,
  lines: 0.1,
  blankLines: 0.012,
  items: 0.12,
  openLevels: 0.02,
  cells: 0.1,
  headingUnits: 0.03,
} as const;

/** Milliseconds for each line or level that is copied when containers end or a heading is recognised. */
const rearrangementCost = 0.000_12;

/**
 * Selects the tasks for the parser: in order, within the document's maximum effort. Depends only on the text, so that a
 * document has the same outline on slow and fast machines.
 */
export function affordableTasks(tasks: readonly MarkdownTask[]): readonly boolean[] {
  let leftMs = affordableMs;
  return tasks.map((task) => {
    const effort = parserEffort(task);
    if (effort > leftMs) return false;
    leftMs -= effort;
    return true;
  });
}

/** Estimated time of the parser in milliseconds, rather too long; `Infinity` for text that it cannot parse. */
export function parserEffort(task: MarkdownTask): number {
  if (task.kind === 'headings') return costs.headingUnits * task.lines.reduce((sum, line) => sum + line.length, 0);
  const features = blockFeatures(task.text);
  return features.deepest > deepestNesting ? Infinity : blocksEffort(features);
}

function blocksEffort(features: BlockFeatures): number {
  const names = Object.keys(costs) as (keyof typeof costs)[];
  const inProportion = names.reduce((sum, name) => sum + costs[name] * features[name], 0);
  return inProportion + rearrangementCost * features.rearrangements * (features.lines + features.openLevels);
}
