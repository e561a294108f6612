import type { SyntaxNode } from '../tree/syntax-node.js';
import { halveLines } from './cut-at-lines.js';
import type { CutContext, Draft } from './draft.js';

/**
 * Joins the drafts of one level from the first to the last: a header with the next draft, small drafts with their
 * neighbours, and unnamed ones up to the target size.
 */
export function joinNeighbours(lists: readonly (readonly Draft[])[], cutContext: CutContext): readonly Draft[] {
  const joined: Draft[] = [];
  for (const draft of lists.flat()) {
    const last = joined.at(-1);
    const both = last && join(last, draft, cutContext);
    if (both !== undefined && mayJoin(last as Draft, draft, both, cutContext)) joined[joined.length - 1] = both;
    else joined.push(draft);
  }
  return joined;
}

function mayJoin(a: Draft, b: Draft, both: Draft, { sizes }: CutContext): boolean {
  const { minChunkTokens, targetChunkTokens, maxChunkTokens } = sizes;
  if (a.isHeader) return both.tokens <= maxChunkTokens;
  if (a.family !== b.family) return false;
  if (both.tokens > Math.min(targetChunkTokens, maxChunkTokens)) return false;
  if (a.isImports !== b.isImports) return mayJoinImports(a, b, minChunkTokens);
  return Math.min(a.tokens, b.tokens) < minChunkTokens || (a.isPlain && b.isPlain) || a.isImports;
}

/**
 * Whether two drafts, one of them imports, may be joined: the imports are few, or follow the comment at the head of the
 * file.
 */
function mayJoinImports(a: Draft, b: Draft, minChunkTokens: number): boolean {
  const isOpening = a.from === 0 && a.isPlain && b.isImports;
  return isOpening || (a.isImports ? a : b).tokens < minChunkTokens;
}

/**
 * Joins each draft below the minimum with a neighbour, within the maximum: one of the same parent if there is one, else
 * the smaller (T-016 FR-016-45). Otherwise unnamed text is divided again, or it joins a definition that will be split.
 * It stays alone between whole definitions that fill their chunks.
 */
export function joinSmall(drafts: readonly Draft[], cutContext: CutContext): readonly Draft[] {
  const { minChunkTokens } = cutContext.sizes;
  const done: Draft[] = [];
  const rest = drafts.toReversed();
  for (let draft = rest.pop(); draft !== undefined; draft = rest.pop()) {
    const isSmall = draft.tokens < minChunkTokens && draft.owner === undefined;
    const joined = isSmall ? joinWithNeighbour(draft, { done, rest }, cutContext) : undefined;
    if (joined === undefined) done.push(draft);
    else rest.push(...joined.toReversed());
  }
  return done;
}

/** Drafts before and after a draft: the nearest one last. */
interface Neighbours {
  readonly done: Draft[];
  readonly rest: Draft[];
}

/** Joins a draft with a neighbour, which is removed from its list; `undefined` if no neighbour fits. */
function joinWithNeighbour(
  draft: Draft,
  { done, rest }: Neighbours,
  cutContext: CutContext,
): readonly Draft[] | undefined {
  const choices = [
    ...done.slice(-1).map((other) => ({ list: done, other, pair: [other, draft] as const })),
    ...rest.slice(-1).map((other) => ({ list: rest, other, pair: [draft, other] as const })),
  ].flatMap(({ list, other, pair }) => {
    const joined = joinOrHalve(pair, other, cutContext);
    return joined === undefined ? [] : [{ list, ...joined, isKin: other.family === draft.family }];
  });
  const [best] = choices.sort(
    (a, b) => a.effort - b.effort || Number(b.isKin) - Number(a.isKin) || a.tokens - b.tokens,
  );
  best?.list.pop();
  return best?.drafts;
}

/** The result of joining two drafts: one or two others. */
interface Joined {
  readonly drafts: readonly Draft[];
  /** Tokens of all drafts. */
  readonly tokens: number;
  /** Size of the change of the neighbour; the minimum is best. */
  readonly effort: number;
}

function joinOrHalve([a, b]: readonly [Draft, Draft], neighbour: Draft, cutContext: CutContext): Joined | undefined {
  const { maxChunkTokens } = cutContext.sizes;
  const joined = join(a, b, cutContext);
  if (joined === undefined) return undefined;
  const { tokens, large } = joined;
  if (tokens <= maxChunkTokens) return { drafts: [joined], tokens, effort: 0 };
  const halves = neighbour.isPlain ? halveLines(joined, maxChunkTokens, cutContext) : undefined;
  if (halves !== undefined) return { drafts: halves, tokens, effort: 1 };
  return large === undefined ? undefined : { drafts: [joined], tokens, effort: 2 };
}

/** Joins two drafts; `undefined` for parts of a definition, which are never joined. */
function join(a: Draft, b: Draft, { tokens }: CutContext): Draft | undefined {
  if (a.owner !== undefined || b.owner !== undefined) return undefined;
  return {
    from: a.from,
    to: b.to,
    tokens: tokens.ofLines(a.from, b.to),
    family: a.isHeader || a.tokens < b.tokens ? b.family : a.family,
    isPlain: a.isPlain && b.isPlain,
    isHeader: false,
    isImports: areImports(a, b),
    large: a.large ?? b.large,
  };
}

/** Whether joined drafts stay imports: beside imports they have only plain text. */
function areImports(a: Draft, b: Draft): boolean {
  return (a.isImports || b.isImports) && [a, b].every(({ isImports, isPlain }) => isImports || isPlain);
}

/**
 * Joins drafts that were cut inside a region with syntax errors, if both fit into one chunk (T-016 troubleshooting 2,
 * `validate_syntax`).
 */
export function joinBroken(
  drafts: readonly Draft[],
  tree: readonly SyntaxNode[],
  { tokens, sizes }: CutContext,
): { readonly drafts: readonly Draft[]; readonly brokenCount: number } {
  const broken = brokenRegions(tree);
  const isInside = (line: number): boolean =>
    broken.some(({ startLine, endLine }) => startLine < line && line <= endLine);
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const last = joined.at(-1);
    const size = last === undefined ? Infinity : tokens.ofLines(last.from, draft.to);
    const isOwned = last?.owner !== undefined || draft.owner !== undefined;
    if (last === undefined || isOwned || size > sizes.maxChunkTokens || !isInside(draft.from)) joined.push(draft);
    else joined[joined.length - 1] = { ...last, to: draft.to, tokens: size };
  }
  const brokenCount = joined.filter(({ from, to }) =>
    broken.some(({ startLine, endLine }) => startLine < to && endLine >= from),
  ).length;
  return { drafts: joined, brokenCount };
}

function brokenRegions(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.role === 'error' ? [node] : brokenRegions(node.children)));
}
