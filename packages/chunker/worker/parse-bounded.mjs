// @ts-check
import { collectNodes } from './collect-nodes.mjs';
import { isNestedDeeper } from './nesting-depth.mjs';
import { startStopwatch } from './stopwatch.mjs';

/**
 * Number of progress reports between two checks of the clock: the parser reports every hundred operations, and checking
 * each time would cost too much.
 */
const stepsBetweenLooks = 32;

/** Number of visited nodes between two checks of the clock; a visit costs about a microsecond. */
const nodesBetweenLooks = 4_096;

/**
 * Parses a text within the limits. A stopped parser is reset. After an error the parser is unusable.
 *
 * @param {import('./grammar-loader.mjs').LoadedParser} loaded
 * @param {import('./parse-protocol.mjs').ParseRequest} request
 * @returns {{ outcome: import('./parse-protocol.mjs').ParseOutcome, release: () => void }} `release` deletes the tree,
 * which takes about a hundredth of a second for a megabyte; call it before the next parse
 */
export function parseBounded({ parser, table }, { content, limits }) {
  const { stopsAtError } = limits;
  const elapsedMs = startStopwatch();
  let steps = 0;
  let isFaulty = false;
  /** @type {(state: import('web-tree-sitter').ParseState) => boolean} true stops the parser; the declared
   *   type of the callback has no result */
  const progressCallback = ({ hasError }) => {
    steps += 1;
    isFaulty = stopsAtError !== undefined && (hasError || Atomics.load(stopsAtError, 0) === 1);
    if (isFaulty || steps > limits.maxSteps) return true;
    return steps % stepsBetweenLooks === 0 && elapsedMs() > limits.maxTimeMs;
  };
  const tree = parser.parse(content, null, { progressCallback });
  if (tree === null) {
    parser.reset();
    return {
      outcome: isFaulty ? { kind: 'faulty', workedMs: elapsedMs() } : { kind: 'timeout', steps },
      release: () => {},
    };
  }
  let visits = 0;
  const isOverdue = () => {
    visits += 1;
    return visits % nodesBetweenLooks === 0 && elapsedMs() > limits.maxTimeMs;
  };
  /** @returns {import('./parse-protocol.mjs').ParseOutcome} */
  const examine = () => {
    if (stopsAtError !== undefined && tree.rootNode.hasError) return { kind: 'faulty', workedMs: elapsedMs() };
    const depth = isNestedDeeper(tree, limits.maxDepth, isOverdue);
    if (depth === 'deeper') return { kind: 'too-deep' };
    const nodes = depth === 'overdue' ? undefined : collectNodes({ tree, content, table, limits, isOverdue });
    return nodes === undefined ? { kind: 'timeout', steps } : { kind: 'parsed', nodes };
  };
  return { outcome: examine(), release: () => tree.delete() };
}
