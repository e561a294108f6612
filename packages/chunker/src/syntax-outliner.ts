import type {
  CallOptions,
  CodeOutline,
  DocumentSnapshot,
  ICodeOutliner,
  OutlinedSymbol,
} from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { hasRules } from './languages/language-catalog.js';
import { ISyntaxTrees } from './syntax-trees.js';
import type { SyntaxNode } from './tree/syntax-node.js';

/** Outlines the definitions of code files, from the same parse as their chunks. */
@injectable()
export class SyntaxOutliner implements ICodeOutliner {
  constructor(@inject(ISyntaxTrees) private readonly trees: ISyntaxTrees) {}

  supports(language: string): boolean {
    return hasRules(language);
  }

  async outline(document: DocumentSnapshot, { signal }: CallOptions = {}): Promise<CodeOutline> {
    const { lines, tree, fallback } = await this.trees.parse(document, signal);
    return { symbols: outlineTree(tree, lines), fallback };
  }
}

function outlineTree(tree: readonly SyntaxNode[], lines: LineIndex): readonly OutlinedSymbol[] {
  const symbols: OutlinedSymbol[] = [];
  const visit = (nodes: readonly SyntaxNode[], level: number, lead: number): void => {
    for (const node of nodes) {
      const leadLine = Math.min(lead, node.leadLine);
      const name = node.role === 'definition' ? (node.name ?? node.label) : undefined;
      if (name === undefined) {
        // A wrapper's comment and decorators belong to the wrapped node.
        visit(node.children, level, node.children[0]?.startLine === node.startLine ? leadLine : Infinity);
        if (node.role !== 'comment' && node.role !== 'lead') lead = Infinity;
        continue;
      }
      const startOffset = lines.start(node.startLine);
      symbols.push({
        ...{ name, kind: node.kind, level, startOffset },
        endOffset: lines.end(node.endLine),
        leadOffset: Math.min(startOffset, lines.start(leadLine)),
      });
      visit(node.children, level + 1, Infinity);
      lead = Infinity;
    }
  };
  visit(tree, 1, Infinity);
  return symbols;
}
