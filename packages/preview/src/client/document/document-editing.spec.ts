import type { DocumentPlace, DocumentView } from '../../view-model/preview-state.js';
import { DocumentEditing, type TextField } from './document-editing.js';

/** A textarea's rules without a browser: line ends become LF, a new value puts the cursor at its end. */
class FakeField implements TextField {
  selectionStart = 0;
  selectionEnd = 0;
  selectionDirection: 'forward' | 'backward' | 'none' = 'none';
  scrollTop = 0;
  scrollLeft = 0;
  scrollHeight = 1000;
  private text = '';

  get value(): string {
    return this.text;
  }

  set value(text: string) {
    this.text = text.replaceAll(/\r\n?/gu, '\n');
    this.setSelectionRange(this.text.length, this.text.length);
  }

  setSelectionRange(start: number | null, end: number | null, direction?: 'forward' | 'backward' | 'none'): void {
    this.selectionStart = Math.min(start ?? 0, this.text.length);
    this.selectionEnd = Math.min(end ?? 0, this.text.length);
    this.selectionDirection = direction ?? 'none';
  }

  /** As a user does it. */
  type(text: string): void {
    const { selectionStart, selectionEnd } = this;
    this.text = this.text.slice(0, selectionStart) + text + this.text.slice(selectionEnd);
    this.setSelectionRange(selectionStart + text.length, selectionStart + text.length);
  }
}

const documentOf = (content: string, parts: Partial<DocumentView> = {}): DocumentView => ({
  path: 'a.md',
  content,
  language: 'markdown',
  isEdited: false,
  isEditable: true,
  cursorLine: 1,
  cursorColumn: 1,
  place: { anchor: 0, head: 0 },
  revision: 1,
  ...parts,
});

function editing() {
  const field = new FakeField();
  const told: ({ content: string; place: DocumentPlace } | DocumentPlace | undefined)[] = [];
  const session = new DocumentEditing(field, {
    edit: (content, place) => told.push({ content, place }),
    setPlace: (place) => told.push(place),
  });
  return { field, told, session };
}

describe('DocumentEditing', () => {
  it('shows the text with the cursor where the view model has it', () => {
    const { field, told, session } = editing();

    session.show(documentOf('one\r\ntwo\r\nthree', { place: { anchor: 10, head: 5 } }));
    session.selected();

    expect(field.value).toBe('one\ntwo\nthree');
    expect([field.selectionStart, field.selectionEnd, field.selectionDirection]).toEqual([4, 8, 'backward']);
    expect(told).toEqual([]);
  });

  it('tells cursor and selection in offsets of the document, each once', () => {
    const { field, told, session } = editing();
    session.show(documentOf('one\r\ntwo\r\nthree'));

    field.setSelectionRange(8, 8);
    session.selected();
    session.selected();
    field.setSelectionRange(4, 7, 'backward');
    session.selected();

    expect(told).toEqual([
      { anchor: 10, head: 10 },
      { anchor: 8, head: 5 },
    ]);
  });

  it('tells what is typed with the document\u2019s line ends, and the place with it', () => {
    const { field, told, session } = editing();
    session.show(documentOf('one\r\ntwo', { place: { anchor: 3, head: 3 } }));

    field.type('\nand');
    session.typed();
    session.selected();

    expect(told).toEqual([{ content: 'one\r\nand\r\ntwo', place: { anchor: 8, head: 8 } }]);
  });

  it('waits for a pause in a long text, and does not tell a place of a text that is not told yet', () => {
    jest.useFakeTimers();
    const { field, told, session } = editing();
    session.show(documentOf('a line of text\n'.repeat(10_000)));

    field.type('x');
    session.typed();
    session.selected();
    jest.advanceTimersByTime(100);
    field.type('y');
    session.typed();
    jest.advanceTimersByTime(199);
    const before = told.length;
    jest.advanceTimersByTime(1);

    expect(before).toBe(0);
    expect(told).toMatchObject([{ place: { anchor: 2, head: 2 } }]);
    jest.useRealTimers();
  });

  it('tells what was typed at once when the field is left', () => {
    const { field, told, session } = editing();
    session.show(documentOf('a line of text\n'.repeat(10_000)));

    field.type('x');
    session.typed();
    session.flush();
    session.flush();

    expect(told).toHaveLength(1);
  });

  it('waits until a character is composed', () => {
    const { field, told, session } = editing();
    session.show(documentOf(''));

    session.composing(true);
    field.type('n');
    session.typed();
    const during = told.length;
    field.setSelectionRange(0, 1);
    field.type('に');
    session.composing(false);

    expect(during).toBe(0);
    expect(told).toEqual([{ content: 'に', place: { anchor: 1, head: 1 } }]);
  });

  it('takes back what is typed into a document that is not editable', () => {
    const { field, told, session } = editing();
    const shown = session.show(documentOf('locked', { isEditable: false }));

    field.type('x');
    session.typed();
    session.flush();

    expect(shown.canEdit).toBe(false);
    expect(field.value).toBe('locked');
    expect(told).toEqual([]);
  });

  it('keeps the scroll position for a new text of the same document, and goes to the cursor of another', () => {
    const { field, session } = editing();
    session.show(documentOf('one\n'.repeat(100)));
    field.scrollTop = 300;

    session.show(documentOf('two\n'.repeat(100), { revision: 2 }));
    const kept = field.scrollTop;
    session.show(documentOf('two\n'.repeat(100), { path: 'b.md', place: { anchor: 240, head: 240 } }));

    expect(kept).toBe(300);
    expect(Math.round(field.scrollTop)).toBe(474);
  });

  it('shows a window of a very long document, which moves and cannot be typed into', () => {
    const { field, told, session } = editing();
    const content = 'twenty characters.\r\n'.repeat(120_000);
    const place = { anchor: 1_200_000, head: 1_200_000 };

    const first = session.show(documentOf(content, { place }));
    const cursor = field.selectionStart;
    const later = session.move('later', place);
    field.setSelectionRange(19, 19);
    session.selected();

    expect(first).toEqual({ window: { start: 1_100_000, end: 1_300_000 }, length: 2_400_000, canEdit: false });
    expect(cursor).toBe(95_000);
    expect(later.window).toEqual({ start: 1_200_000, end: 1_400_000 });
    expect(told).toEqual([{ anchor: 1_200_020, head: 1_200_020 }]);
    expect(session.move('earlier', place).window).toEqual({ start: 1_100_000, end: 1_300_000 });
  });

  it('does not let a text be edited that the field does not give back as it is', () => {
    const { field, session } = editing();
    Object.defineProperty(field, 'value', { get: () => 'something else', set: () => undefined });

    expect(session.show(documentOf('text')).canEdit).toBe(false);
  });

  it('drops what was not told when it ends', () => {
    jest.useFakeTimers();
    const { field, told, session } = editing();
    session.show(documentOf('a line of text\n'.repeat(10_000)));

    field.type('x');
    session.typed();
    session.forget();
    jest.runAllTimers();

    expect(told).toEqual([]);
    jest.useRealTimers();
  });
});
