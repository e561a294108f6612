import type { LineIndex } from '@lexichord/platform/internal';

import { nameIn, type SyntaxNode } from './syntax-node.js';

type GrowingNode = SyntaxNode & { children: GrowingNode[]; end: number; endLine: number };

const keyAtStart = /^(?:-[ \t]+)*("[^"]*"|'[^']*'|[^\s#'"[{&*!|>%@`-][^:#]{0,199}?)[ \t]*:(?=[ \t]|$)/u;

/** Deeper levels than this are not looked at: they are too small to be cut at. */
const deepestLevel = 16;

/**
 * A YAML file by the indentation of its lines: what is indented deeper belongs to the line above. Only keys at the
 * outermost level are definitions. (The grammar of `tree-sitter-wasms` needs a C++ library that its parser does not
 * come with.)
 */
export function scanYaml(lines: LineIndex): readonly SyntaxNode[] {
  const roots: GrowingNode[] = [];
  const open: { readonly indentation: number; readonly node: GrowingNode }[] = [];
  let lastComment: number | undefined;
  for (let line = 0; line < lines.count; line += 1) {
    const text = lines.text(line);
    const indentation = text.search(/[^ \t]/u);
    if (indentation < 0) lastComment = undefined;
    else if (text[indentation] === '#') lastComment ??= line;
    if (indentation < 0 || text[indentation] === '#') continue;
    while ((open.at(-1)?.indentation ?? -1) >= indentation) open.pop();
    for (const { node } of open) extend(node, line, lines);
    const leadLine = lastComment ?? line;
    lastComment = undefined;
    if (open.length >= deepestLevel) continue;
    const node = nodeAt(line, {
      text: text.slice(indentation),
      indentation,
      leadLine,
      lines,
      isOutermost: indentation === 0,
    });
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ indentation, node });
  }
  return roots;
}

function extend(node: GrowingNode, line: number, lines: LineIndex): void {
  node.endLine = line;
  node.end = lines.end(line);
}

function nodeAt(
  line: number,
  about: { text: string; indentation: number; leadLine: number; lines: LineIndex; isOutermost: boolean },
): GrowingNode {
  const { text, indentation, leadLine, lines, isOutermost } = about;
  const start = lines.start(line) + indentation;
  const key = isOutermost ? keyAtStart.exec(text)?.[1] : undefined;
  const name = key === undefined ? undefined : nameIn(key, 0, key.length);
  return {
    role: name === undefined ? 'statement' : 'definition',
    kind: name === undefined ? 'block' : 'variable',
    name,
    label: name,
    nameOffset: start,
    start,
    end: lines.end(line),
    startLine: line,
    endLine: line,
    leadLine,
    isContainer: true,
    hasError: false,
    callable: 'none',
    isUnit: false,
    furtherNames: [],
    children: [],
  };
}
