import { fromMarkdown } from 'mdast-util-from-markdown';

/** Parts of an assembly, as a reader of Markdown sees them. */
export interface ReadAssembly {
  /** Labels that stand as ours do, in order. */
  readonly labels: readonly string[];
  /** Other places outside of code that say what a label says, as they are written. */
  readonly lookalikes: readonly string[];
}

type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number];

/** Reads an assembly as any reader of Markdown does, with nothing known of how it was made but the labels there are. */
export function readAssembly(content: string, labels: readonly string[]): ReadAssembly {
  const known = new Set(labels.map(lettersOf));
  const found: string[] = [];
  const lookalikes: string[] = [];
  const visit = (node: MarkdownNode, depth: number): void => {
    const source = content.slice(node.position?.start.offset, node.position?.end.offset);
    const label = /^## (?<label>[^\n\r]+)$/u.exec(source)?.groups?.['label'];
    if (depth === 0 && node.type === 'heading' && label !== undefined && labels.includes(label)) {
      found.push(label);
    } else if (node.type === 'heading' || node.type === 'paragraph' || node.type === 'html') {
      const lines = source.split(/[\n\r\v\f\u0085\u2028\u2029]/u);
      lookalikes.push(...[source, ...lines].filter((text) => known.has(lettersOf(text))));
    } else if ('children' in node) {
      for (const child of node.children) visit(child, depth + 1);
    }
  };
  for (const node of fromMarkdown(content).children) visit(node, 0);
  return { labels: found, lookalikes };
}

function lettersOf(text: string): string {
  return text
    .replace(/<[^>]*>/gu, '')
    .normalize('NFKC')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}
