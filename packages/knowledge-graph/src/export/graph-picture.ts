import type { EntityKey, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';

/** Entities and relationships of a picture. */
interface GraphPicture {
  /** `id` is `n0`, `n1`, …: a name could break the syntax of the picture. */
  readonly nodes: readonly (EntityKey & { readonly id: string })[];
  readonly edges: readonly PictureEdge[];
}

/** One arrow for all relationships between two entities in one direction. */
export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  /** Types of the relationships, in order. */
  readonly types: readonly string[];
}

/**
 * The nodes and edges for some facts, in order; a relationship with an end that is not among the entities is left out.
 */
export function drawGraph(
  entities: readonly KnowledgeEntity[],
  relationships: readonly KnowledgeRelationship[],
): GraphPicture {
  const ids = new Map(entities.map((entity, index) => [entity.id, `n${index}`]));
  const edges = new Map<string, { from: string; to: string; types: string[] }>();
  for (const { type, fromEntityId, toEntityId } of relationships) {
    const [from, to] = [ids.get(fromEntityId), ids.get(toEntityId)];
    if (from === undefined || to === undefined) continue;
    const edge = edges.get(`${from} ${to}`) ?? { from, to, types: [] };
    edge.types.push(type);
    edges.set(`${from} ${to}`, edge);
  }
  return {
    nodes: entities.map(({ type, name }, index) => ({ id: `n${index}`, type, name })),
    edges: [...edges.values()].sort((a, b) => numberOf(a.from) - numberOf(b.from) || numberOf(a.to) - numberOf(b.to)),
  };
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** Maximum length of a line of a label, in code points. */
const maxLabel = 60;

/** One line of a label: control characters, lone surrogates and white space become spaces, and a long label is cut. */
function labelLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, 2 * maxLabel + 2));
  return characters.length > maxLabel ? `${characters.slice(0, maxLabel - 1).join('')}…` : line;
}

/** Writes the picture in the language of Graphviz. */
export async function writeDot({ nodes, edges }: GraphPicture): Promise<string> {
  const { attribute, digraph, toDot } = await import('ts-graphviz');
  const picture = digraph('knowledge', {
    [attribute.rankdir]: 'LR',
    [attribute.charset]: 'UTF-8',
  });
  picture.node({ [attribute.shape]: 'box', [attribute.style]: 'rounded', [attribute.fontname]: 'Helvetica' });
  picture.edge({ [attribute.fontname]: 'Helvetica', [attribute.fontsize]: 10 });
  for (const { id, type, name } of nodes) picture.node(id, { [attribute.label]: dotLabel([type, name]) });
  for (const { from, to, types } of edges) picture.edge([from, to], { [attribute.label]: dotLabel(types) });
  return `${toDot(picture)}\n`;
}

/**
 * A label for Graphviz, which reads backslashes as commands and ampersands as entities; in addition, ts-graphviz treats
 * a text in angle brackets as markup, and does not escape a quote after a backslash.
 */
function dotLabel(lines: readonly string[]): string {
  return lines.map((line) => labelLine(line).replaceAll(/[\\"&<>]/g, dotEscape)).join(String.raw`\n`);
}

const dotEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function dotEscape(character: string): string {
  return dotEntities[character] ?? `\\${character}`;
}

/** Writes the picture in the language of Mermaid, for Markdown. */
export function writeMermaid({ nodes, edges }: GraphPicture): string {
  const lines = [
    'flowchart LR',
    ...nodes.map(({ id, type, name }) => `  ${id}["${mermaidLabel([type, name])}"]`),
    ...edges.map(({ from, to, types }) => `  ${from} -->|"${mermaidLabel(types)}"| ${to}`),
  ];
  return `${lines.join('\n')}\n`;
}

function mermaidLabel(lines: readonly string[]): string {
  return lines.map((line) => labelLine(line).replaceAll(/[^\p{L}\p{N} .,_/-]/gu, mermaidEscape)).join('<br/>');
}

/**
 * Mermaid's own escape, by code point. It also protects characters that have no named escape, such as quotes and
 * Markdown marks.
 */
function mermaidEscape(character: string): string {
  return `#${character.codePointAt(0) ?? 0};`;
}
