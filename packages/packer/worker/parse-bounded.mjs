// @ts-check
import { collectNodes } from './collect-nodes.mjs';
import { isNestedDeeper } from './nesting-depth.mjs';
import { startStopwatch } from './stopwatch.mjs';

/** The parser reports every hundred of its operations; looking at the clock each time would cost too much. */
const stepsBetweenLooks = 32;

/** Visiting a node of the tree costs about a microsecond; the clock is looked at after this many. */
const nodesBetweenLooks = 4_096;

/**
 * Parses a file within the limits. Leaves nothing behind: the tree is deleted, and a parser that was stopped is reset.
 *
 * @param {import('./grammar-loader.mjs').LoadedParser} loaded
 * @param {import('./parse-protocol.mjs').ParseRequest} request
 * @returns {import('./parse-protocol.mjs').ParseOutcome}
 */
export function parseBounded({ parser, table }, { content, limits }) {
  const elapsedMs = startStopwatch();
  let steps = 0;
  /** @type {(state: unknown) => boolean} true stops the parser; the declared type of the callback has no result */
  const progressCallback = () => {
    steps += 1;
    if (steps > limits.maxSteps) return true;
    return steps % stepsBetweenLooks === 0 && elapsedMs() > limits.maxTimeMs;
  };
  const tree = parser.parse(content, null, { progressCallback });
  if (tree === null) {
    parser.reset();
    return { kind: 'timeout', steps };
  }
  let visits = 0;
  const isOverdue = () => {
    visits += 1;
    return visits % nodesBetweenLooks === 0 && elapsedMs() > limits.maxTimeMs;
  };
  try {
    const depth = isNestedDeeper(tree, limits.maxDepth, isOverdue);
    if (depth === 'deeper') return { kind: 'too-deep' };
    const nodes = depth === 'overdue' ? undefined : collectNodes({ tree, content, table, limits, isOverdue });
    return nodes === undefined ? { kind: 'timeout', steps } : { kind: 'parsed', nodes };
  } finally {
    tree.delete();
  }
}
