import 'reflect-metadata';
import {
  type CallOptions,
  ErrorCode,
  type ExpandedBody,
  type IBodyExpander,
  IEditorService,
  ISecretScanner,
  ITokenCounter,
  type LineRange,
  LexichordError,
  hasReplacements,
  undecodedWarning,
} from '@lexichord/abstractions';
import { LineIndex, chunkId, chunkLines, findChunkLines } from '@lexichord/platform/internal';
import { countOf } from '@lexichord/platform/number-text';
import { type DependencyContainer, inject, injectable } from 'tsyringe';

import { excerptChunk } from '../chunk/excerpt-chunk.js';
import { isToolPath } from '../collect/tool-outputs.js';
import { removeSecrets } from '../secrets/remove-secrets.js';

const handlePattern = /^(?<filePath>.+):(?<start>[1-9]\d{0,8})-(?<end>[1-9]\d{0,8})(?:@(?<hash>[0-9a-f]{8}))?$/su;

/** Maximum length of a handle, in UTF-16 units. */
const maxHandleLength = 5_000;

/** The parts of a handle. */
interface Handle extends LineRange {
  readonly filePath: string;
  /** Absent: the current lines. */
  readonly hash?: string | undefined;
}

/** Reads the file of a handle ► finds its lines ► removes those with secrets. */
@injectable()
export class BodyExpander implements IBodyExpander {
  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
  ) {}

  async expand(text: string, { signal }: CallOptions = {}): Promise<ExpandedBody> {
    signal?.throwIfAborted();
    const handle = readHandle(text);
    const document = await this.editor.getDocument(handle.filePath, { signal });
    const { path: filePath, content, language } = document;
    const { place, body } = findBody(text, handle, { filePath, file: new LineIndex(content) });
    const findings = await this.scanner.scan(content, { signal });
    const chunk = excerptChunk({ filePath, content: body, language }, place.startLine, this.counter);
    const { kept, removed } = removeSecrets(chunk, findings, this.counter);
    const shown = kept.map((piece) => piece.content).join('');
    return {
      ...{ handle: chunkId({ filePath, ...place }, body), filePath, ...place, content: shown, language },
      tokenCount: this.counter.countTokens(shown),
      secrets: removed.flatMap(({ secrets }) => secrets),
      warnings: hasReplacements(document, shown) ? [undecodedWarning(filePath)] : [],
    };
  }
}

/** @throws {LexichordError} `content-changed` */
function findBody(
  text: string,
  { startLine, endLine, hash }: Handle,
  { filePath, file }: { readonly filePath: string; readonly file: LineIndex },
): { readonly place: LineRange; readonly body: string } {
  const lines = { startLine, endLine };
  const { fileLineCount: lineCount } = file;
  // An editor counts the empty line behind the last line end, too.
  const hasLines = startLine <= lineCount && endLine <= file.count;
  if (hash === undefined && !hasLines) throw noSuchLines(text, filePath, lineCount);
  const { range: place, isPartial } =
    hash === undefined ? { range: lines, isPartial: false } : findChunkLines(file, lines, hash);
  const body = place === undefined ? undefined : chunkLines(file, place);
  if (place === undefined || body === undefined) throw contentChanged(text, { filePath, lineCount, isPartial });
  return { place, body };
}

/** @param text any value, because callers may use JavaScript */
function readHandle(text: string): Handle {
  const isText = typeof text === 'string' && text.length <= maxHandleLength;
  const { filePath, start, end, hash } = (isText ? handlePattern.exec(text)?.groups : undefined) ?? {};
  const [startLine, endLine] = [Number(start), Number(end)];
  if (filePath === undefined || endLine < startLine) {
    throw invalidHandle('it must be a file and lines, such as src/login.ts:45-78@0a1b2c3d');
  }
  if (isToolPath(filePath)) throw invalidHandle('it names the output of a tool, not a file');
  return { filePath, startLine, endLine, hash };
}

function invalidHandle(why: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `The handle cannot be expanded: ${why}.`);
}

function noSuchLines(handle: string, filePath: string, lineCount: number): LexichordError {
  return new LexichordError(
    ErrorCode.contentChanged,
    `${JSON.stringify(filePath)} does not have the lines of ${JSON.stringify(handle)}: it has ${countOf(lineCount, 'line')}. Name lines that it has.`,
    { details: { handle, filePath, lineCount } },
  );
}

/** @param searched `isPartial`: only a part of the file was searched */
function contentChanged(
  handle: string,
  { isPartial, ...searched }: { readonly filePath: string; readonly lineCount: number; readonly isPartial: boolean },
): LexichordError {
  const { filePath, lineCount } = searched;
  const where = isPartial ? ' at or near their former position, and is too long for a complete search' : '';
  return new LexichordError(
    ErrorCode.contentChanged,
    `${JSON.stringify(filePath)} does not have the lines of ${JSON.stringify(handle)}${where}: it has changed, and now has ${countOf(lineCount, 'line')}. Pack again, or read the file.`,
    { details: { handle, ...searched } },
  );
}

export function createBodyExpander(container: DependencyContainer): IBodyExpander {
  return container.resolve(BodyExpander);
}
