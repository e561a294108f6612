import {
  type CallOptions,
  type ContextGatheringRequest,
  type DocumentSnapshot,
  ErrorCode,
  type FoundPosition,
  type ILexichordRuntime,
  type TextPosition,
  type TextRange,
  isLexichordError,
} from '@lexichord/abstractions';

import { usageError } from '../command-line/read-options.js';
import { pathInWorkspace } from '../packing/named-files.js';
import type { AssemblyOptions } from './assembly-options.js';

/** The request, and warnings about the options. */
export interface BuiltRequest {
  readonly request: ContextGatheringRequest;
  readonly warnings: readonly string[];
}

/**
 * Resolves the options against the document: positions become offsets, a range becomes its text. A document that cannot
 * be read is an error here, while an assembly would only skip the strategies that need it.
 *
 * @throws the errors of `IEditorService.getDocument`, except for a document that is too large: its parts can still be
 * read
 * @throws {LexichordError} `invalid-argument` for a position outside the document
 */
export async function buildRequest(
  given: AssemblyOptions,
  runtime: ILexichordRuntime,
  { signal }: CallOptions,
): Promise<BuiltRequest> {
  const { workingDirectory } = given;
  const { workspaceRoot } = runtime;
  const documentPath = await pathInWorkspace(given.documentPath, { workingDirectory, workspaceRoot });
  const options = { ...given, documentPath };
  const document = await openDocument(options, runtime, { signal });
  const positions = new DocumentPositions(
    options.documentPath,
    document,
    positionFinder(options, document, runtime, { signal }),
  );
  const selection = await readSelection(options, positions);
  const { query, conversationId } = options;
  const hints = {
    ...(query === undefined ? {} : { query }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(selection?.range === undefined ? {} : { selectionRange: selection.range }),
  };
  return {
    request: {
      // The path in the workspace, so that no absolute path reaches a model.
      documentPath: document?.path ?? options.documentPath,
      cursorPosition: await readCursor(options, positions),
      selectedText: selection?.text,
      agentId: options.agentId,
      hints,
    },
    warnings: selection?.warnings ?? [],
  };
}

/** The document; `undefined` for one that is too large to load when its text is not needed. */
async function openDocument(
  options: AssemblyOptions,
  runtime: ILexichordRuntime,
  { signal }: CallOptions,
): Promise<DocumentSnapshot | undefined> {
  const { documentPath, selection } = options;
  try {
    return await runtime.editor.getDocument(documentPath, { signal });
  } catch (error) {
    const needsText = selection !== undefined && 'range' in selection;
    if (isLexichordError(error) && error.code === ErrorCode.fileTooLarge && !needsText) return undefined;
    throw error;
  }
}

/** Converts positions to offsets: in the loaded text, or by scanning a file that is too large to load. */
function positionFinder(
  { documentPath }: AssemblyOptions,
  document: DocumentSnapshot | undefined,
  { editor, structure }: ILexichordRuntime,
  { signal }: CallOptions,
): FindPosition {
  if (document === undefined) return (position) => editor.findPosition(documentPath, position, { signal });
  return async (position) => {
    const outline = await structure.getStructure(document, { signal });
    const offset = outline.offsetAt(position);
    return { offset, position: outline.positionAt(offset) };
  };
}

type FindPosition = (position: TextPosition) => Promise<FoundPosition>;

/** Converts positions in a document, and rejects those outside it. */
class DocumentPositions {
  constructor(
    private readonly name: string,
    readonly document: DocumentSnapshot | undefined,
    private readonly find: FindPosition,
  ) {}

  checkOffset(offset: number): number {
    const length = this.document?.content.length;
    if (length === undefined || offset <= length) return offset;
    throw usageError(`--cursor ${offset} is past the end of "${this.name}", which is at ${length}.`);
  }

  /** The services clamp positions; on a command line a position that does not exist is a mistake. */
  async offsetAt(position: TextPosition, flag: string): Promise<number> {
    const { offset, position: found } = await this.find(position);
    if (found.line === position.line && found.column === position.column) return offset;
    const problem =
      found.line === position.line
        ? `line ${position.line} of "${this.name}" ends at column ${found.column}`
        : `"${this.name}" ends at line ${found.line}`;
    throw usageError(`${flag} ${position.line}:${position.column} does not exist: ${problem}.`);
  }
}

async function readCursor({ cursor }: AssemblyOptions, positions: DocumentPositions): Promise<number | undefined> {
  if (cursor === undefined) return undefined;
  return 'offset' in cursor ? positions.checkOffset(cursor.offset) : positions.offsetAt(cursor.position, '--cursor');
}

interface Selection {
  readonly text: string;
  readonly range?: TextRange;
  readonly warnings: readonly string[];
}

async function readSelection(
  { selection }: AssemblyOptions,
  positions: DocumentPositions,
): Promise<Selection | undefined> {
  const content = positions.document?.content;
  if (selection === undefined) return undefined;
  if ('text' in selection) return { text: selection.text, warnings: selectionWarnings(selection.text, content) };
  const startOffset = await positions.offsetAt(selection.range.start, '--select-range');
  const endOffset = await positions.offsetAt(selection.range.end, '--select-range');
  return { text: content?.slice(startOffset, endOffset) ?? '', range: { startOffset, endOffset }, warnings: [] };
}

function selectionWarnings(text: string, content: string | undefined): readonly string[] {
  if (content === undefined) return [];
  const withoutReturns = (value: string): string => value.replaceAll('\r\n', '\n');
  if (withoutReturns(content).includes(withoutReturns(text))) return [];
  return ['The text given with --select does not occur in the document; it is used as given.'];
}
