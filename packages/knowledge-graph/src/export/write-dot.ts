import { type GraphPicture, labelLine } from './graph-picture.js';

/** The picture in the language of Graphviz. */
export async function writeDot({ nodes, edges }: GraphPicture): Promise<string> {
  const { attribute, digraph, toDot } = await import('ts-graphviz');
  const picture = digraph('knowledge', {
    [attribute.rankdir]: 'LR',
    [attribute.charset]: 'UTF-8',
  });
  picture.node({ [attribute.shape]: 'box', [attribute.style]: 'rounded', [attribute.fontname]: 'Helvetica' });
  picture.edge({ [attribute.fontname]: 'Helvetica', [attribute.fontsize]: 10 });
  for (const { id, type, name } of nodes) picture.node(id, { [attribute.label]: labelOf([type, name]) });
  for (const { from, to, types } of edges) picture.edge([from, to], { [attribute.label]: labelOf(types) });
  return `${toDot(picture)}\n`;
}

/**
 * Graphviz reads backslashes as commands and ampersands as entities; and ts-graphviz takes a text in angle brackets for
 * markup, and leaves a quote alone that a backslash precedes.
 */
function labelOf(lines: readonly string[]): string {
  return lines.map((line) => labelLine(line).replaceAll(/[\\"&<>]/g, escapeCharacter)).join(String.raw`\n`);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeCharacter(character: string): string {
  return entities[character] ?? `\\${character}`;
}
