import { type GraphPicture, labelLine } from './graph-picture.js';

/** The picture in the language of Mermaid, for Markdown. */
export function writeMermaid({ nodes, edges }: GraphPicture): string {
  const lines = [
    'flowchart LR',
    ...nodes.map(({ id, type, name }) => `  ${id}["${labelOf([type, name])}"]`),
    ...edges.map(({ from, to, types }) => `  ${from} -->|"${labelOf(types)}"| ${to}`),
  ];
  return `${lines.join('\n')}\n`;
}

function labelOf(lines: readonly string[]): string {
  return lines.map((line) => labelLine(line).replaceAll(/[^\p{L}\p{N} .,_/-]/gu, escapeCharacter)).join('<br/>');
}

/** Mermaid's own escape, by code point. What it has no words for in a label, such as quotes and Markdown, is safe this way. */
function escapeCharacter(character: string): string {
  return `#${character.codePointAt(0) ?? 0};`;
}
