import { hash } from 'node:crypto';
import {
  type CallOptions,
  type DocumentSnapshot,
  type IEditorService,
  type IncludedChunk,
  type ISecretScanner,
  type ITokenCounter,
  type LineRange,
  isLexichordError,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import { screenNames } from '@lexichord/secrets/internal';

import { SecretFinder } from '../secrets/find-secrets.js';
import { signatureOf } from '../detail/signature.js';
import { overlaps, type RelatedCode } from './related-code.js';

/** Services for reading related code. */
export interface ReadContext {
  readonly editor: IEditorService;
  readonly scanner: ISecretScanner;
  readonly counter: ITokenCounter;
}

/** A signature to be placed, before it has a rank. */
export type SignatureChunk = Omit<IncludedChunk, 'rank'>;

/** Why the signature of a definition cannot be shown. */
export type UnreadReason = 'changed' | 'unreadable' | 'secret';

/** Maximum number of comment lines in front of a definition. */
const maxCommentLines = 20;

/** Maximum number of lines after the first line of a definition that belong to its declaration. */
const maxDeclarationLines = 36;

/** Maximum length of a readable line, in UTF-16 units; longer ones are minified code. */
const maxLineLength = 1_000;

/** Maximum number of lines that are searched for a definition's name: decorators and comments may precede it. */
const maxLinesToName = 30;

/** The current content of a file. */
interface CurrentFile {
  readonly document: DocumentSnapshot;
  readonly lines: LineIndex;
  readonly contentHash: string;
  readonly secrets: readonly LineRange[];
}

/**
 * Reads signatures through the guard. Ignores files that have changed since they were indexed, because their lines may
 * differ, and lines, paths and names that look like secrets. Reads and screens each file once.
 */
export class RelatedCodeReader {
  private readonly files = new Map<string, Promise<CurrentFile | undefined>>();
  private readonly finder: SecretFinder;

  constructor(
    private readonly context: ReadContext,
    private readonly options: CallOptions,
  ) {
    this.finder = new SecretFinder(context);
  }

  /** Whether the index has the current text of the file. */
  async isCurrent(filePath: string, contentHash: string): Promise<boolean> {
    return (await this.fileOf(filePath))?.contentHash === contentHash;
  }

  async read(code: RelatedCode): Promise<SignatureChunk | UnreadReason> {
    const { filePath, name, kind, enclosing, members, contentHash, because, startLine, endLine } = code;
    const file = await this.fileOf(filePath);
    if (file === undefined) return 'unreadable';
    if (contentHash !== undefined && contentHash !== file.contentHash) return 'changed';
    const { scanner, counter } = this.context;
    const from = firstLineOf(file.lines, startLine);
    const shown = { startLine: from, endLine: Math.min(endLine, startLine + maxDeclarationLines) };
    if (file.secrets.some((secret) => overlaps(secret, shown))) return 'secret';
    const own = [name, ...enclosing, ...members.map((member) => member.name)];
    if ((await screenNames([filePath, ...own], scanner, this.options)).isChanged) return 'secret';
    const nameLine = lineOf(file.lines, code);
    if (nameLine === undefined) return 'changed';
    const body = textOf(file.lines, { startLine, endLine });
    const chunk: Omit<SignatureChunk, 'content' | 'tokenCount'> = {
      ...{ id: chunkId({ filePath, startLine, endLine }, body), filePath, startLine, endLine, kind, symbol: name },
      ...{ enclosing, definitions: [{ name, kind, line: nameLine }, ...members] },
      ...{ language: file.document.language, sourceType: 'reference', because, detailLevel: 'signature' },
      ...{ rankScore: 0, factors: { relevance: 0, recency: 0, source: 0 }, matchedKeywords: [] },
    };
    // Includes the comment before the definition, which describes it.
    const content = signatureOf({
      ...chunk,
      startLine: from,
      content: textOf(file.lines, { startLine: from, endLine }),
      tokenCount: 0,
    });
    if (content === undefined) return 'unreadable';
    return { ...chunk, content, tokenCount: counter.countTokens(content) };
  }

  private fileOf(path: string): Promise<CurrentFile | undefined> {
    let file = this.files.get(path);
    if (file === undefined) this.files.set(path, (file = this.open(path)));
    return file;
  }

  /** Returns `undefined` for a file that does not exist, or that the guard denies. */
  private async open(filePath: string): Promise<CurrentFile | undefined> {
    try {
      const document = await this.context.editor.getDocument(filePath, this.options);
      const { content, language } = document;
      const source = { filePath, content, language, sourceType: 'reference' } as const;
      const secrets = await this.finder.find(source, this.options);
      return { document, lines: new LineIndex(content), contentHash: hash('sha256', content, 'hex'), secrets };
    } catch (error) {
      this.options.signal?.throwIfAborted();
      if (isLexichordError(error)) return undefined;
      throw error;
    }
  }
}

/** First of the comment and decorator lines directly before a definition, without blank lines between. */
function firstLineOf(lines: LineIndex, startLine: number): number {
  let from = startLine;
  const isAttached = (line: number): boolean => /^(?:\/\/|\/\*|\*|#|--|@)|\*\/$/u.test(lines.text(line - 1).trim());
  while (from > 1 && startLine - from < maxCommentLines && isAttached(from - 1)) from -= 1;
  return from;
}

/** Finds the line with the name of a definition. */
function lineOf(lines: LineIndex, { name, startLine, endLine }: RelatedCode): number | undefined {
  const last = Math.min(endLine, startLine + maxLinesToName - 1, lines.count);
  for (let line = startLine; line <= last; line += 1) {
    const text = lines.text(line - 1);
    if (text.length <= maxLineLength && text.includes(name)) return line;
  }
  return undefined;
}

/** Text of lines with their line ends. */
function textOf(lines: LineIndex, { startLine, endLine }: LineRange): string {
  return lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
}
