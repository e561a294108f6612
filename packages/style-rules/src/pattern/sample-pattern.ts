import type { ClassMember, PatternNode } from './pattern-node.js';

/** Stands for text that a pattern leaves open. */
const open = '…';
/** Classes of at most so many single characters are spelled out. */
const maxSpelledClass = 4;
/** Longest sample, in UTF-16 units. */
const maxSampleLength = 60;

/**
 * A few short texts that a pattern matches, readable by people and models: `air(?:man|men)` gives `airman` and
 * `airmen`, `auto-\w+` gives `auto-…`. Empty when the pattern has nothing to show.
 *
 * @param limit how many at most
 */
export function samplePattern(node: PatternNode, limit: number): readonly string[] {
  const samples = sample(node, limit).map(tidy);
  return [...new Set(samples.filter((text) => text.replaceAll(open, '').trim() !== ''))];
}

function tidy(text: string): string {
  const joined = text.replace(/…+/gu, open).replace(/\s+/gu, ' ').trim();
  return joined.length > maxSampleLength ? `${joined.slice(0, maxSampleLength).trimEnd()}${open}` : joined;
}

function sample(node: PatternNode, limit: number): readonly string[] {
  switch (node.kind) {
    case 'character':
      return [String.fromCodePoint(node.codePoint)];
    case 'class':
      return node.negated ? [open] : sampleClass(node.members).slice(0, limit);
    case 'any':
    case 'reference':
      return [open];
    case 'anchor':
      return [''];
    case 'group':
      return node.role === 'capture' || node.role === 'plain' ? sample(node.body, limit) : [''];
    case 'alternatives':
      return node.options.flatMap((option) => sample(option, limit)).slice(0, limit);
    case 'sequence':
      return node.items.reduce<readonly string[]>((heads, item) => joinAll(heads, sample(item, limit), limit), ['']);
    case 'repeat':
      return sampleRepeat(node, limit);
  }
}

function joinAll(heads: readonly string[], tails: readonly string[], limit: number): readonly string[] {
  const joined: string[] = [];
  for (const head of heads) {
    for (const tail of tails) {
      if (joined.length === limit) return joined;
      // What is cut away at the end anyway need not grow.
      joined.push(head.length > 2 * maxSampleLength ? head : head + tail);
    }
  }
  return joined;
}

function sampleRepeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>, limit: number): readonly string[] {
  const bodies = sample(body, limit);
  if (min === 0 && body.kind === 'class' && bodies.includes(' ')) return [' '];
  if (min === 0 && bodies.every((text) => text.startsWith(open))) return [open];
  if (min === 0) return max === 1 ? ['', ...bodies].slice(0, limit) : [''];
  return bodies.map((text) => (text === open ? open : text.repeat(Math.min(min, 8))));
}

function sampleClass(members: readonly ClassMember[]): readonly string[] {
  if (members.some((member) => 'escape' in member && member.escape === '\\s')) return [' '];
  const singles = members.flatMap((member) => ('from' in member && member.from === member.to ? [member.from] : []));
  if (singles.length === members.length) {
    return singles
      .slice(0, singles.length > maxSpelledClass ? 1 : undefined)
      .map((point) => String.fromCodePoint(point));
  }
  const [only] = members;
  if (members.length !== 1 || only === undefined) return [open];
  if ('escape' in only) return [only.escape === '\\d' ? '0' : open];
  if (only.from === 0x61) return ['x'];
  if (only.from === 0x41) return ['X'];
  return [only.from === 0x30 ? '0' : open];
}
