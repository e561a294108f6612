import type { IContextPreviewViewModel } from '../../view-model/preview-actions.js';
import type { DocumentPlace, DocumentView } from '../../view-model/preview-state.js';
import { type DocumentWindow, isWithin, windowAround } from './document-window.js';
import { type EditorText, toDocumentOffset, toEditorOffset, toEditorText, withEdit } from './line-ends.js';

/** The used part of a textarea. */
export type TextField = Pick<
  HTMLTextAreaElement,
  | 'value'
  | 'selectionStart'
  | 'selectionEnd'
  | 'selectionDirection'
  | 'setSelectionRange'
  | 'scrollTop'
  | 'scrollLeft'
  | 'scrollHeight'
>;

/** State of the field, for the texts around it. */
export interface ShownText {
  readonly window: DocumentWindow;
  readonly length: number;
  readonly canEdit: boolean;
}

/** The cursor of a new field. */
const startOfText: DocumentPlace = { anchor: 0, head: 0 };

/** Length from which edits are reported after a pause, because reading a long text from the field is slow. */
const longText = 100_000;
const pauseMs = 200;

/** Synchronises a textarea with the view model's document: text, cursor and selection, in both directions. */
export class DocumentEditing {
  private path: string | undefined;
  private content = '';
  private window: DocumentWindow = { start: 0, end: 0 };
  private text: EditorText = toEditorText('');
  private canEdit = false;
  /** The field's selection in the view model. */
  private known = '';
  private isComposing = false;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly field: TextField,
    private readonly viewModel: Pick<IContextPreviewViewModel, 'edit' | 'setPlace'>,
  ) {}

  /** Puts a document into the field, with its selection; an unchanged one keeps its scroll position. */
  show({ path, content, place = startOfText, isEditable }: DocumentView): ShownText {
    this.forget();
    const scroll = path === this.path ? { top: this.field.scrollTop, left: this.field.scrollLeft } : undefined;
    this.path = path;
    this.content = content;
    this.fill(windowAround(content, place.head), place);
    this.canEdit = isEditable && this.isWhole() && this.isFaithful();
    this.field.scrollTop = scroll?.top ?? this.scrollTopOf(toEditorOffset(this.text, place.head - this.window.start));
    this.field.scrollLeft = scroll?.left ?? 0;
    return this.shown();
  }

  /** The stretch before or after the one that is shown of a long document. */
  move(direction: 'earlier' | 'later', place: DocumentPlace = startOfText): ShownText {
    this.fill(windowAround(this.content, direction === 'later' ? this.window.end : this.window.start), place);
    this.field.scrollTop = this.field.scrollHeight / 2;
    this.field.scrollLeft = 0;
    return this.shown();
  }

  /**
   * Whether typing is rejected. The field is not `readonly`, because then its cursor could not be moved with the
   * keyboard.
   */
  refuses(): boolean {
    return !this.canEdit;
  }

  /** Something was typed, pasted, cut or undone. */
  typed(): void {
    if (!this.canEdit) {
      if (this.field.value !== this.text.editor) this.field.value = this.text.editor;
      return;
    }
    if (this.isComposing) return;
    clearTimeout(this.pause);
    if (this.text.editor.length > longText) this.pause = setTimeout(() => this.flush(), pauseMs);
    else this.flush();
  }

  composing(isComposing: boolean): void {
    this.isComposing = isComposing;
    if (!isComposing) this.typed();
  }

  /** Reports pending edits at once, such as before the field loses focus. */
  flush(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    if (!this.canEdit) return;
    const edited = this.field.value;
    if (edited === this.text.editor) return;
    this.text = withEdit(this.text, edited);
    this.content = this.text.document;
    this.window = { start: 0, end: this.content.length };
    this.known = this.selection();
    this.viewModel.edit(this.content, this.place());
  }

  /** The cursor went elsewhere, or something else is selected. */
  selected(): void {
    // While edits are pending, an offset of the field is no offset of the document.
    if (this.pause !== undefined || this.isComposing || this.path === undefined) return;
    const selection = this.selection();
    if (selection === this.known || this.field.value.length !== this.text.editor.length) return;
    this.known = selection;
    this.viewModel.setPlace(this.place());
  }

  /** Reports a click, also one at the present cursor. */
  placed(): void {
    this.known = '';
    this.selected();
  }

  /** Stops and drops pending edits. */
  forget(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    this.isComposing = false;
  }

  private fill(window: DocumentWindow, { anchor, head }: DocumentPlace): void {
    this.window = window;
    this.text = toEditorText(this.content.slice(window.start, window.end));
    // An equal value is left alone: setting it would cost the field its history of typing.
    if (this.field.value !== this.text.editor) this.field.value = this.text.editor;
    const isShown = isWithin(window, anchor, head);
    const from = isShown ? toEditorOffset(this.text, Math.min(anchor, head) - window.start) : 0;
    const to = isShown ? toEditorOffset(this.text, Math.max(anchor, head) - window.start) : 0;
    this.field.setSelectionRange(from, to, head < anchor ? 'backward' : 'forward');
    this.known = this.selection();
  }

  private place(): DocumentPlace {
    const from = this.window.start + toDocumentOffset(this.text, this.field.selectionStart);
    const to = this.window.start + toDocumentOffset(this.text, this.field.selectionEnd);
    return this.field.selectionDirection === 'backward' ? { anchor: to, head: from } : { anchor: from, head: to };
  }

  private selection(): string {
    const { selectionStart, selectionEnd, selectionDirection } = this.field;
    return `${selectionStart}-${selectionEnd}${selectionDirection === 'backward' ? '<' : ''}`;
  }

  private shown(): ShownText {
    return { window: this.window, length: this.content.length, canEdit: this.canEdit };
  }

  private isWhole(): boolean {
    return this.window.start === 0 && this.window.end === this.content.length;
  }

  /** Whether the field returns the text that was put into it. */
  private isFaithful(): boolean {
    return this.field.value === this.text.editor;
  }

  /** Estimated scroll position that puts an offset a third below the top: lines are taken to be equally high. */
  private scrollTopOf(offset: number): number {
    if (offset === 0) return 0;
    const before = linesIn(this.text.editor, offset);
    const all = linesIn(this.text.editor, this.text.editor.length) + 1;
    return Math.max(0, (before / all) * this.field.scrollHeight - 120);
  }
}

function linesIn(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
