import type { MarkdownTask } from '../../worker/parse-markdown.mjs';
import { type BlockFeatures, blockFeatures } from './block-features.js';

/**
 * Maximum effort of the parser for one document, in milliseconds of {@link parserEffort}. In measurements with many
 * kinds of text the most that it let pass took one to three seconds of processor time: a fraction of the default time
 * limit.
 */
const affordableMs = 2_000;

/** Deeper nesting overflows the parser's stack long before it takes long. */
const deepestNesting = 100;

/** Milliseconds for each of the features that cost in proportion. */
const costs = {
  units: 0.004,
  lines: 0.1,
  blankLines: 0.012,
  items: 0.12,
  openLevels: 0.02,
  cells: 0.1,
  headingUnits: 0.03,
} as const;

/** Milliseconds for each line or level that is copied when containers end or a heading turns out to be one. */
const rearrangementCost = 0.000_12;

/**
 * Which tasks the parser is given: in order, as long as the document's share lasts. Decided by the text alone, so that
 * the same document has the same outline on a slow machine as on a fast one.
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

/** How long the parser takes, at a guess that is rather too long; `Infinity` for what it cannot do. */
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
