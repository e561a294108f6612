import { childNodes, type PatternNode } from './pattern-node.js';

/**
 * Whether a pattern repeats a repetition with nothing firm in between, as `(a+)+` or `(\w+\s?)*`: a text of thirty
 * characters can then keep the engine busy for ever.
 *
 * This is deliberately narrow. `(?:[A-Z][a-z]+ )+`, as real style packages have it, is harmless because of its firm
 * parts; what is dangerous in a subtler way is stopped by the time limit of `ScanGuard`.
 */
export function isExplosive(node: PatternNode): boolean {
  if (node.kind === 'repeat' && node.max === Infinity && hasLooseOption(node.body)) return true;
  return childNodes(node).some(isExplosive);
}

/** Whether one way through the node consists of repetitions and optional parts alone, with an unbounded one in it. */
function hasLooseOption(node: PatternNode): boolean {
  switch (node.kind) {
    case 'repeat':
      return node.max === Infinity || hasLooseOption(node.body);
    case 'group':
      return (node.role === 'capture' || node.role === 'plain') && hasLooseOption(node.body);
    case 'alternatives':
      return node.options.some(hasLooseOption);
    case 'sequence':
      return node.items.some(hasLooseOption) && node.items.every((item) => hasLooseOption(item) || mayBeEmpty(item));
    default:
      return false;
  }
}

function mayBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'repeat':
      return node.min === 0 || mayBeEmpty(node.body);
    case 'group':
      return (node.role !== 'capture' && node.role !== 'plain') || mayBeEmpty(node.body);
    case 'alternatives':
      return node.options.some(mayBeEmpty);
    case 'sequence':
      return node.items.every(mayBeEmpty);
    case 'anchor':
      return true;
    default:
      return false;
  }
}
