import type { LineIndex } from '@lexichord/platform/internal';

import type { GrowingNode, SyntaxNode } from './syntax-node.js';

/** Minimum share of functions and classes in an anonymous function that is only a wrapper. */
const minShare = 1 / 2;

/**
 * Distinguishes anonymous functions from wrappers: `app.get('/', (request) => {…})` is one unit and is treated like a
 * named function, but `describe('Cart', () => {…})`, or a module in a function called at once, is a level with separate
 * members.
 */
export function findUnits(nodes: readonly GrowingNode[]): void {
  for (const node of nodes) {
    if (node.role === 'statement' && node.callable !== 'none') judge(node);
    else findUnits(node.children);
  }
}

function judge(statement: GrowingNode): void {
  const chain = chainToCallable(statement);
  const isUnit = !isWrapper(chain);
  for (const [index, link] of chain.entries()) {
    link.isUnit = isUnit;
    if (!isUnit) findUnits(link.children.filter((child) => child !== chain[index + 1]));
  }
  if (isUnit) hideVariables(statement.children);
}

/** The chain from a statement down to the function in it, as far as the statement was collected. */
function chainToCallable(statement: GrowingNode): readonly GrowingNode[] {
  const chain = [statement];
  for (let node = statement; node.callable === 'held';) {
    const next = largest(node.children.filter(({ role, callable }) => role === 'statement' && callable !== 'none'));
    if (next === undefined) break;
    chain.push(next);
    node = next;
  }
  return chain;
}

/**
 * Whether the function consists mainly of other functions and classes: two or more, or one that is a wrapper itself.
 */
function isWrapper(chain: readonly GrowingNode[]): boolean {
  const callable = chain.at(-1);
  if (callable === undefined) return false;
  const { members, commented } = membersOf(callable.children);
  const covered = members.reduce((sum, member) => sum + lengthOf(member), 0);
  if (covered < (lengthOf(callable) - commented) * minShare) return false;
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return others.length > 0;
  return only.role === 'definition' ? only.isContainer : isWrapper(chainToCallable(only));
}

/** The outermost functions and classes, with or without names, and the length of the comments beside them. */
function membersOf(nodes: readonly GrowingNode[]): { members: readonly GrowingNode[]; commented: number } {
  const members: GrowingNode[] = [];
  let commented = 0;
  for (const node of nodes) {
    if (node.role === 'comment') commented += lengthOf(node);
    else if (isMember(node)) members.push(node);
    else {
      const below = membersOf(node.children);
      // One by one, here and elsewhere: a list may have more members than a call takes arguments.
      for (const member of below.members) members.push(member);
      commented += below.commented;
    }
  }
  return { members, commented };
}

function isMember({ role, kind, callable }: GrowingNode): boolean {
  return role === 'definition' ? kind !== 'variable' : role === 'statement' && callable !== 'none';
}

/** Hides local variables, as in named functions. */
function hideVariables(nodes: readonly GrowingNode[]): void {
  for (const node of nodes) {
    if (node.role === 'definition' && node.kind === 'variable') {
      Object.assign(node, { role: 'statement', kind: 'block', name: undefined, label: undefined });
    }
    node.furtherNames = [];
    if (node.role !== 'definition') hideVariables(node.children);
  }
}

function largest(nodes: readonly GrowingNode[]): GrowingNode | undefined {
  return nodes.reduce<GrowingNode | undefined>(
    (best, node) => (best === undefined || lengthOf(node) > lengthOf(best) ? node : best),
    undefined,
  );
}

function lengthOf({ start, end }: SyntaxNode): number {
  return end - start;
}

type LedNode = Omit<SyntaxNode, 'leadLine' | 'children'> & { leadLine: number; readonly children: readonly LedNode[] };

/**
 * Gives each node the comments and attributes directly before it: those that end on the line above, and so on
 * upwards. A blank line ends a comment's claim, but not an attribute's.
 */
export function findLeadLines(siblings: readonly LedNode[], lines: LineIndex): void {
  for (const [index, node] of siblings.entries()) {
    if (node.children.length > 0) findLeadLines(node.children, lines);
    if (!isLead(node)) node.leadLine = leadLineOf(index, siblings, lines);
  }
}

function isLead({ role }: LedNode): boolean {
  return role === 'comment' || role === 'lead';
}

function leadLineOf(index: number, siblings: readonly LedNode[], lines: LineIndex): number {
  let first = (siblings[index] as LedNode).startLine;
  for (let before = index - 1; before >= 0; before -= 1) {
    const lead = siblings[before] as LedNode;
    if (!isLead(lead) || !isAlone(lead, siblings[before - 1], lines)) break;
    const isNear = lead.endLine >= first - 1 || (lead.role === 'lead' && isBlank(lines, lead.endLine + 1, first));
    if (!isNear) break;
    first = Math.min(first, lead.startLine);
  }
  return first;
}

/** A comment behind something on the same line belongs to that. */
function isAlone(node: LedNode, previous: LedNode | undefined, lines: LineIndex): boolean {
  if (previous !== undefined && previous.endLine === node.startLine) return false;
  const lineStart = lines.start(node.startLine);
  let before = node.start - 1;
  while (before >= lineStart && /[ \t]/u.test(lines.content.charAt(before))) before -= 1;
  return before < lineStart;
}

function isBlank(lines: LineIndex, from: number, to: number): boolean {
  for (let line = from; line < to; line += 1) {
    if (lines.text(line).trim() !== '') return false;
  }
  return true;
}
