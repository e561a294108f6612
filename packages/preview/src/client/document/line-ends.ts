type LineEnd = '\n' | '\r\n' | '\r';

/** A document and its text in a textarea, where each line end is one LF. */
export interface EditorText {
  /** As the panel holds it, line ends as in the file. */
  readonly document: string;
  readonly editor: string;
  /** Offsets of the LFs in `editor` that are CR LF in the document, ascending. */
  readonly pairs: readonly number[];
  /** Line end of new lines: the document's most frequent one. */
  readonly lineEnd: LineEnd;
}

/** Prepares a document for a textarea. Costs nothing beyond one look for a text without CR. */
export function toEditorText(document: string): EditorText {
  if (!document.includes('\r')) return { document, editor: document, pairs: [], lineEnd: '\n' };
  const pairs: number[] = [];
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
  const editor = document.replace(/\r\n|\r|\n/gu, (lineEnd, offset: number) => {
    if (lineEnd === '\r\n') pairs.push(offset - pairs.length);
    counts[lineEnd as LineEnd] += 1;
    return '\n';
  });
  return { document, editor, pairs, lineEnd: mostFrequent(counts) };
}

/**
 * The textarea's offset for an offset of the document, both in UTF-16 units. Between CR and LF: before the line end.
 */
export function toEditorOffset({ editor, pairs }: EditorText, documentOffset: number): number {
  const before = countOf(pairs, (pair, index) => pair + index < documentOffset);
  return Math.min(Math.max(documentOffset - before, 0), editor.length);
}

/** The document's offset for an offset of the textarea, both in UTF-16 units. */
export function toDocumentOffset({ document, pairs }: EditorText, editorOffset: number): number {
  const before = countOf(pairs, (pair) => pair < editorOffset);
  return Math.min(Math.max(editorOffset + before, 0), document.length);
}

/**
 * The document for the textarea's text `edited`. Untouched text keeps its bytes; a typed line end becomes the
 * document's own.
 */
export function withEdit(text: EditorText, edited: string): EditorText {
  if (text.document === text.editor) return toEditorText(edited);
  const { start, end } = changedStretch(text.editor, edited);
  const inserted = edited.slice(start, edited.length - end).replaceAll('\n', text.lineEnd);
  const kept = {
    before: text.document.slice(0, toDocumentOffset(text, start)),
    after: text.document.slice(toDocumentOffset(text, text.editor.length - end)),
  };
  const document = joined(joined(kept.before, inserted), kept.after);
  return { ...toEditorText(document), lineEnd: text.lineEnd };
}

/** A CR at the end of one part and a LF at the beginning of the next stay two line ends. */
function joined(left: string, right: string): string {
  return left.endsWith('\r') && right.startsWith('\n') ? `${left}\n${right}` : left + right;
}

/** Number of characters that two texts share at their start and, beyond those, at their end. */
function changedStretch(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return { start, end };
}

function mostFrequent(counts: Readonly<Record<LineEnd, number>>): LineEnd {
  if (counts['\r\n'] >= counts['\n'] && counts['\r\n'] >= counts['\r']) return '\r\n';
  return counts['\n'] >= counts['\r'] ? '\n' : '\r';
}

/** Number of first values for which the condition holds; they come before all others. */
function countOf(values: readonly number[], holds: (value: number, index: number) => boolean): number {
  let from = 0;
  let to = values.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const value = values[middle];
    if (value !== undefined && holds(value, middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
