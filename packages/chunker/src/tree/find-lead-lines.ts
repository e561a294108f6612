import type { LineIndex } from '@lexichord/platform/internal';

import type { SyntaxNode } from './syntax-node.js';

type LedNode = Omit<SyntaxNode, 'leadLine' | 'children'> & { leadLine: number; readonly children: readonly LedNode[] };

/**
 * Gives each node the comments and attributes directly before it: those that end on the line above, and so on
 * upwards. A blank line ends a comment's claim, but not an attribute's.
 */
export function findLeadLines(siblings: readonly LedNode[], lines: LineIndex): void {
  for (const [index, node] of siblings.entries()) {
    if (node.children.length > 0) findLeadLines(node.children, lines);
    if (node.role === 'comment' || node.role === 'lead') continue;
    let first = node.startLine;
    for (let before = index - 1; before >= 0; before -= 1) {
      const lead = siblings[before] as LedNode;
      if (lead.role !== 'comment' && lead.role !== 'lead') break;
      if (!isAlone(lead, siblings[before - 1], lines)) break;
      const isNear = lead.endLine >= first - 1 || (lead.role === 'lead' && isBlank(lines, lead.endLine + 1, first));
      if (!isNear) break;
      first = Math.min(first, lead.startLine);
    }
    node.leadLine = first;
  }
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
