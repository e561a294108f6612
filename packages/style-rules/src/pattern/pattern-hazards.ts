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
      return node.items.some(
        (item) => hasLooseOption(item) && node.items.every((other) => other === item || !isFirmBeside(other, item)),
      );
    default:
      return false;
  }
}

/** Whether a part must be there, and cannot be taken for a piece of the repetition that stands in the same sequence. */
function isFirmBeside(part: PatternNode, repetition: PatternNode): boolean {
  if (mayBeEmpty(part)) return false;
  if (!hasLooseOption(part)) return true;
  const one = charactersOf(part);
  const other = charactersOf(repetition);
  return one !== undefined && other !== undefined && !one.some((isIn, code) => isIn && other[code] === true);
}

/** Which of ASCII's characters a repetition of one of them takes; undefined when it takes others, too. */
function charactersOf(node: PatternNode): readonly boolean[] | undefined {
  if (node.kind === 'repeat' || node.kind === 'group') return charactersOf(node.body);
  if (node.kind === 'character')
    return charactersOf({ ...node, kind: 'class', negated: false, members: [range(node.codePoint)] });
  if (node.kind !== 'class' || node.negated) return undefined;
  const taken = new Array<boolean>(128).fill(false);
  for (const member of node.members) {
    if ('escape' in member || member.to > 127) return undefined;
    for (let code = member.from; code <= member.to; code += 1) {
      const point = String.fromCharCode(code);
      const variants = node.ignoreCase ? [point.toLowerCase(), point.toUpperCase()] : [point];
      for (const variant of variants) taken[variant.charCodeAt(0)] = true;
    }
  }
  return taken;
}

function range(codePoint: number): { readonly from: number; readonly to: number } {
  return { from: codePoint, to: codePoint };
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
