import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OpeningFence,
  atxHeading,
  closesFencedCode,
  isBlankLine,
  isThematicBreak,
  openingFence,
  setextLevel,
} from './line-grammar.js';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

// The line grammar is compared with the parser.
// Known differences, which no text below has: what is inside containers and lists without text, link definitions under
// which a line of hyphens stands, tables, and headings and fences in HTML blocks.

/** Headings as `h2 @3`, fenced code as `code @4-6`, by their lines from 1, in document order. */
type Structure = readonly string[];

function structureByLines(text: string): Structure {
  const found: string[] = [];
  let fence: (OpeningFence & { readonly line: number }) | undefined;
  let paragraphLine: number | undefined;
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    const number = index + 1;
    if (fence !== undefined) {
      if (!closesFencedCode(line, fence)) return;
      found.push(`code @${fence.line}-${number}`);
      fence = undefined;
      return;
    }
    const opening = openingFence(line);
    const heading = atxHeading(line);
    const underlined = paragraphLine === undefined ? undefined : setextLevel(line);
    if (opening !== undefined) fence = { ...opening, line: number };
    else if (heading !== undefined) found.push(`h${heading.level} @${number}`);
    else if (underlined !== undefined) found.push(`h${underlined} @${paragraphLine ?? 0}`);
    else if (!isBlankLine(line) && !isThematicBreak(line)) {
      if (!/^(?: {4}| {0,3}\t)/u.test(line)) paragraphLine ??= number;
      return;
    }
    paragraphLine = undefined;
  });
  // The line after the last line end belongs to a block that is never closed.
  if (fence !== undefined) found.push(`code @${fence.line}-${lines.length}`);
  return found;
}

function structureByParser(text: string): Structure {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    const { start, end } = node.position ?? { start: { line: 0, column: 1, offset: 0 }, end: { line: 0 } };
    if (node.type === 'heading') found.push(`h${node.depth} @${start.line}`);
    // Indented code may begin with the marks, too.
    else if (node.type === 'code' && start.column <= 4 && /^[`~]/u.test(text.slice(start.offset))) {
      found.push(`code @${start.line}-${end.line}`);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
  return found;
}

const line = fc
  .tuple(
    fc.constantFrom('', '', '', ' ', '   ', '    '),
    fc.constantFrom(
      '',
      'text',
      '# One',
      '### Three ###',
      '#',
      '#none',
      '####### Seven',
      '#\tTab',
      '===',
      '=',
      '--',
      '---',
      '- - -',
      '***',
      '_ _ _',
      '```',
      '```ts',
      '````',
      '``` a`b',
      '``',
      '~~~',
      '~~~~ a`b',
    ),
    fc.constantFrom('', '', ' ', '\t', '\u00a0'),
  )
  .map((parts) => parts.join(''))
  // Items of a list, where other text than white space follows.
  .filter((text) => !text.includes('- - -\u00a0'));

it('agrees with the parser on headings and fenced code of random lines', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      expect(structureByLines(text)).toEqual(structureByParser(text));
    }),
    { numRuns: 2_000 },
  );
});

it("agrees with the parser on the headings and fenced code of this repository's documents", () => {
  const folder = join(import.meta.dirname, '../../../docs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect({ file, structure: structureByLines(text) }).toEqual({ file, structure: structureByParser(text) });
  }
});
