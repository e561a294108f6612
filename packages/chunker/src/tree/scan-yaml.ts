import type { LineIndex } from '@lexichord/platform/internal';

import { nameIn, type SyntaxNode } from './syntax-node.js';

type GrowingNode = SyntaxNode & { children: GrowingNode[]; end: number; endLine: number };

const keyAtStart = /^(?:-[ \t]+)*("[^"]*"|'[^']*'|[^\s#'"[{&*!|>%@`-][^:#]{0,199}?)[ \t]*:(?=[ \t]|$)/u;

/** A line that may contain the lines below it. */
interface OpenLevel {
  readonly indentation: number;
  readonly node: GrowingNode;
}

/** Maximum level; deeper ones are too small to cut at. */
const deepestLevel = 16;

/**
 * Scans a YAML file by the indentation of its lines: lines with deeper indentation belong to the line above. Only keys
 * at the outermost level are definitions. (The grammar of `tree-sitter-wasms` needs a C++ library that its parser
 * lacks.)
 */
export function scanYaml(lines: LineIndex): readonly SyntaxNode[] {
  const roots: GrowingNode[] = [];
  const open: OpenLevel[] = [];
  let lastComment: number | undefined;
  for (let line = 0; line < lines.count; line += 1) {
    const text = lines.text(line);
    const indentation = text.search(/[^ \t]/u);
    if (indentation < 0) lastComment = undefined;
    else if (text[indentation] === '#') lastComment ??= line;
    else {
      closeLevels(open, indentation);
      extendLevels(open, line, lines);
      const leadLine = lastComment ?? line;
      lastComment = undefined;
      if (open.length >= deepestLevel) continue;
      const node = nodeAt(line, { text: text.slice(indentation), indentation, leadLine, lines });
      (open.at(-1)?.node.children ?? roots).push(node);
      open.push({ indentation, node });
    }
  }
  return roots;
}

/** Closes the levels that do not contain a line of this indentation. */
function closeLevels(open: OpenLevel[], indentation: number): void {
  while ((open.at(-1)?.indentation ?? -1) >= indentation) open.pop();
}

function extendLevels(open: readonly OpenLevel[], line: number, lines: LineIndex): void {
  for (const { node } of open) {
    node.endLine = line;
    node.end = lines.end(line);
  }
}

function nodeAt(
  line: number,
  about: { text: string; indentation: number; leadLine: number; lines: LineIndex },
): GrowingNode {
  const { text, indentation, leadLine, lines } = about;
  const start = lines.start(line) + indentation;
  const key = indentation === 0 ? keyAtStart.exec(text)?.[1] : undefined;
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
