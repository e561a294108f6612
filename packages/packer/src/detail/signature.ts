import { type Chunk, type ChunkSymbol, fragmentMarker } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { declarationFrom, isReadableLine } from './declaration-lines.js';
import { documentationLine } from './documentation-line.js';

/** Maximum length of a signature, in UTF-16 units; longer ones are cut. */
const maxSignatureLength = 200;

/** Maximum number of lines that are searched for a definition's name: decorators and comments may precede it. */
const maxLinesToName = 30;

/** Maximum number of further definitions of a chunk that are named. */
const maxNames = 8;

/**
 * Returns the declaration of a chunk's definition in one line, after the name of the enclosing definition and before
 * the first sentence of its documentation: `Slots › firstFree(after: Time): Slot — The first slot that is free.` Names
 * of further definitions in the chunk follow in braces. Returns `undefined` for a chunk without the line of the name,
 * such as the second part of a long function.
 */
export function signatureOf(chunk: Chunk): string | undefined {
  const lines = new LineIndex(chunk.content);
  const named = namedLine(chunk, lines);
  if (named === undefined) return undefined;
  const { startLine, endLine } = declarationFrom(chunk, named.line);
  const declared: string[] = [];
  for (let line = startLine; line <= endLine; line += 1) declared.push(lines.text(line - chunk.startLine).trim());
  const declaration = toSignature(joined(declared), maxSignatureLength);
  const members = namesOf(chunk.definitions.filter((one) => one.name !== named.name || one.line !== named.line));
  const documentation = documentationLine(lines, {
    from: startLine - chunk.startLine,
    behind: endLine - chunk.startLine + 1,
  });
  const text = [
    `${ownerOf(chunk)}${declaration}`,
    ...(members === '' ? [] : [`{ ${members} }`]),
    ...(documentation === undefined ? [] : [`— ${documentation}`]),
  ].join(' ');
  return toTerminalLine(text);
}

/** Kind and name of a chunk's definition, such as `method Slots › firstFree`; `undefined` without a name. */
export function nameOf(chunk: Chunk): string | undefined {
  const { kind, symbol, definitions } = chunk;
  const name = symbol ?? namesOf(definitions);
  if (name === '') return undefined;
  const marker = fragmentMarker(chunk);
  const fragment = marker === undefined ? '' : ` (${marker})`;
  return toTerminalLine(`${kind === 'block' ? '' : `${kind} `}${ownerOf(chunk)}${name}${fragment}`);
}

/** A declaration without the brace or colon that begins a body, cut to a maximum length. */
export function toSignature(declaration: string, maxLength: number): string {
  const head = withoutBodyStart(declaration.trimEnd()).replace(/\($/u, '(…)');
  return head.length <= maxLength
    ? head
    : `${head
        .slice(0, maxLength)
        .replace(/\p{Surrogate}$/u, '')
        .trimEnd()} …`;
}

/** Removes `{`, `=> {`, `:` or `<` at the end. No regular expression: its time would be cubic in the white space. */
function withoutBodyStart(declaration: string): string {
  const unopened = withoutEnd(declaration, '{');
  const head = unopened === declaration ? declaration : withoutEnd(unopened, '=>');
  return withoutEnd(head, head.endsWith(':') ? ':' : '<');
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

/** Returns the chunk's own definition, or the first one in it. */
function namedLine(chunk: Chunk, lines: LineIndex): Pick<ChunkSymbol, 'name' | 'line'> | undefined {
  const { definitions, symbol, startLine } = chunk;
  const own = definitions.find(({ name }) => name === symbol) ?? (symbol === undefined ? definitions[0] : undefined);
  if (own !== undefined) return isReadableLine(lines.text(own.line - startLine)) ? own : undefined;
  if (symbol === undefined || isLaterPart(chunk)) return undefined;
  const line = lineWith(symbol, lines);
  return line === undefined ? undefined : { name: symbol, line: startLine + line };
}

/** Whether a definition begins before the chunk: then the chunk may call the definition, but does not declare it. */
function isLaterPart({ part, partOf, startLine }: Chunk): boolean {
  return partOf === undefined ? part !== undefined && part.index > 1 : partOf.startLine < startLine;
}

/** Index of the first line with a name that is not a comment, 0-based. */
function lineWith(name: string, lines: LineIndex): number | undefined {
  const count = Math.min(lines.count, maxLinesToName);
  for (let line = 0; line < count; line += 1) {
    const text = lines.text(line);
    if (isReadableLine(text) && !isComment(text) && text.includes(name)) return line;
  }
  return undefined;
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#\s|--|"""|''')/u.test(line);
}

/** Joins the lines of a declaration, without the white space around parameters on separate lines. */
function joined(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/([([]) | (?=[)\]])/gu, '$1')
    .replaceAll(/,(?=[)\]])/gu, '');
}

function ownerOf({ enclosing, kind }: Chunk): string {
  const owner = enclosing.at(-1);
  if (owner === undefined) return '';
  return `${kind === 'section' ? owner : owner.slice(owner.lastIndexOf(' ') + 1)} › `;
}

function namesOf(definitions: readonly ChunkSymbol[]): string {
  const names = [...new Set(definitions.map(({ name }) => name))];
  const more = names.length > maxNames ? [`… ${names.length - maxNames} more`] : [];
  return [...names.slice(0, maxNames), ...more].join(', ');
}
