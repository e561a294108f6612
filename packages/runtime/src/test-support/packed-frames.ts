import { fromMarkdown } from 'mdast-util-from-markdown';

/** Lines of a file as a reader of a packed text takes them from its frame. */
export interface FramedLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

/** Reads packed Markdown as any reader of Markdown does, and takes nothing but headers, code and what stands between. */
export function readMarkdownFrames(content: string): readonly FramedLines[] {
  const framed: FramedLines[] = [];
  let header: Omit<FramedLines, 'text'> | undefined;
  for (const node of fromMarkdown(content).children) {
    const { start, end } = node.position ?? {};
    const source = content.slice(start?.offset, end?.offset);
    if (node.type === 'heading') {
      const {
        path = '',
        startLine,
        endLine,
      } = /^### (?<path>.*) \(lines (?<startLine>\d+)-(?<endLine>\d+)\)$/u.exec(source)?.groups ?? {};
      if (header !== undefined || node.depth !== 3 || startLine === undefined) throw unexpected(source);
      header = { path, startLine: Number(startLine), endLine: Number(endLine) };
    } else if (node.type === 'code') {
      if (header === undefined || !/^(?<fence>`{3,}|~{3,})[^\n]*\n/u.test(source)) throw unexpected(source);
      framed.push({ ...header, text: node.value });
      header = undefined;
    } else if (
      node.type !== 'paragraph' ||
      !/^(?:\(lines? [\d-]+ not shown\)|PART (?:\d+ of \d+|of lines \d+-\d+)|TRUNCATED)(?:\n|$)/u.test(source)
    ) {
      throw unexpected(source);
    }
  }
  if (header !== undefined) throw unexpected(header.path);
  return framed;
}

/** Reads packed XML by the letters of its grammar; whatever else is in it was put there by what was packed. */
export function readXmlFrames(content: string): readonly FramedLines[] {
  if (content.replace(/[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '') !== '')
    throw unexpected('character');
  const framed: FramedLines[] = [];
  let rest = content;
  let path: string | undefined;
  const take = (pattern: RegExp): Readonly<Record<string, string>> | undefined => {
    const found = new RegExp(`^(?:${pattern.source})`, 'su').exec(rest);
    if (found === null) return undefined;
    rest = rest.slice(found[0].length);
    return found.groups ?? {};
  };
  if (take(/<context>\n/) === undefined) throw unexpected(rest);
  for (;;) {
    const file = take(/<file path="(?<path>[^"<>&]*(?:&#\d+;[^"<>&]*)*)" language="[\w-]+">\n/);
    if (file !== undefined && path === undefined) path = unescaped(file['path'] ?? '');
    else if (take(/<\/file>\n/) !== undefined && path !== undefined) path = undefined;
    else if (path !== undefined && take(/<!-- lines? [\d-]+ not shown -->\n/) !== undefined) continue;
    else if (path !== undefined) framed.push({ path, ...linesOf(take) });
    else break;
  }
  if (take(/<outline expand="[^"<>&]*">/) !== undefined) {
    while (take(/<!\[CDATA\[(?:(?!\]\]>).)*\]\]>/) !== undefined);
    if (take(/<\/outline>\n/) === undefined) throw unexpected('end of the outline');
  }
  if (take(/<\/context>$/) === undefined || rest !== '') throw unexpected(rest);
  return framed;
}

function linesOf(take: (pattern: RegExp) => Readonly<Record<string, string>> | undefined): Omit<FramedLines, 'path'> {
  const head = take(/<lines start="(?<start>\d+)" end="(?<end>\d+)"(?: note="[^"<>&]*")?>/);
  if (head === undefined) throw unexpected('element');
  let text = '';
  for (;;) {
    const section = take(/<!\[CDATA\[(?<text>(?:(?!\]\]>).)*)\]\]>/);
    if (section === undefined) break;
    text += section['text'] ?? '';
  }
  if (take(/<\/lines>\n/) === undefined) throw unexpected('end of lines');
  return { startLine: Number(head['start']), endLine: Number(head['end']), text: text.replace(/^\n|\n$/gu, '') };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** Reads packed JSON. */
export function readJsonFrames(content: string): readonly FramedLines[] {
  interface Packed {
    files: { path: string; ranges: { startLine: number; endLine: number; content: string }[] }[];
  }
  return (JSON.parse(content) as Packed).files.flatMap(({ path, ranges }) =>
    ranges.map(({ startLine, endLine, content: text }) => ({ path, startLine, endLine, text })),
  );
}

function unexpected(source: string): RangeError {
  return new RangeError(`The frame has something of what was packed: ${JSON.stringify(source.slice(0, 80))}`);
}
