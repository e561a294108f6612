import {
  type CallOptions,
  type IEditorService,
  type IWorkspaceListing,
  isLexichordError,
} from '@lexichord/abstractions';
import { compareText, isProse } from '@lexichord/platform/internal';

/** Maximum number of documents that are searched, and their maximum total length in UTF-16 units. */
const maxDocuments = 2_000;
const maxLength = 20_000_000;
/** Maximum number of documents that are returned, and of lines of each. */
const maxFound = 8;
const maxLinesOfOne = 3;

/** Names of documents about the past, whose statements stay valid. */
const historyFile = /(?:^|\/)(?:change-?log|changes|history|releases?|news)[^/]*$/iu;

/** A line of a document that names a changed definition. */
export interface NamingLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly name: string;
}

/** Services for reading documents. */
export interface DocumentReading extends CallOptions {
  readonly listing: IWorkspaceListing;
  readonly editor: IEditorService;
}

/**
 * Finds lines of prose with one of the names; a name that could be an ordinary word counts only as code. Returns the
 * first line per name and document; documents with more names first.
 *
 * @throws the signal's reason
 */
export async function namingDocuments(
  names: ReadonlySet<string>,
  { listing, editor, signal }: DocumentReading,
): Promise<readonly NamingLine[]> {
  if (names.size === 0) return [];
  const found: (readonly NamingLine[])[] = [];
  let [count, length] = [0, 0];
  for await (const { relativePath: path, language } of listing.list({ signal })) {
    if (!isProse(language) || historyFile.test(path)) continue;
    if ((count += 1) > maxDocuments || length > maxLength) break;
    const content = await contentOf(path, { editor, signal });
    length += content.length;
    const lines = namingLines(path, content, names);
    if (lines.length > 0) found.push(lines);
  }
  return found
    .sort((a, b) => b.length - a.length || compareText(a[0]?.path ?? '', b[0]?.path ?? ''))
    .slice(0, maxFound)
    .flatMap((lines) => lines.slice(0, maxLinesOfOne));
}

async function contentOf(
  path: string,
  { editor, signal }: Pick<DocumentReading, 'editor' | 'signal'>,
): Promise<string> {
  try {
    return await editor.getContent(path, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return '';
    throw error;
  }
}

function namingLines(path: string, content: string, names: ReadonlySet<string>): readonly NamingLine[] {
  const first = new Map<string, number>();
  for (const [index, line] of content.split('\n').entries()) {
    // Backticks are counted incrementally, because one line can be the whole document.
    let isInBackticks = false;
    for (const { 0: word, index: at } of line.matchAll(/`|[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
      if (word === '`') isInBackticks = !isInBackticks;
      if (!names.has(word) || first.has(word)) continue;
      const isCode = isInBackticks || line.startsWith('(', at + word.length);
      if (isCode || isOwnWord(word)) first.set(word, index + 1);
    }
  }
  return [...first].map(([name, line]) => ({ path, line, name }));
}

/** Whether a word cannot be an ordinary one: `priceOf`, `price_of`, `Price2`. */
export function isOwnWord(word: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}\p{N}/u.test(word);
}
