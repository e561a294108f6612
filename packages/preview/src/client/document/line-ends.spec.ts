import fc from 'fast-check';

import { toDocumentOffset, toEditorOffset, toEditorText, withEdit } from './line-ends.js';

/** What a textarea does to a value. */
const normalised = (text: string): string => text.replace(/\r\n?/gu, '\n');

/** Texts with every line end, and with surrogates that belong together or do not. */
const texts = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', 'a', 'word', '\u{1F600}', '\uD83D', '\uDE00', '\u2028', '\u0085', '\0'), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''));

describe('toEditorText', () => {
  it('holds what a textarea holds, for every mixture of line ends', () => {
    fc.assert(
      fc.property(texts, (document) => {
        expect(toEditorText(document)).toMatchObject({ document, editor: normalised(document) });
      }),
    );
  });

  it.each([
    ['a\r\nb\nc\r\n', '\r\n'],
    ['a\r\nb\nc\n', '\n'],
    ['a\rb\rc\n', '\r'],
    ['one line', '\n'],
    ['', '\n'],
  ])('of %j ends a new line as most lines end', (document, lineEnd) => {
    expect(toEditorText(document).lineEnd).toBe(lineEnd);
  });
});

describe('offsets', () => {
  it('go to the document and back to where they were', () => {
    fc.assert(
      fc.property(texts, (document) => {
        const text = toEditorText(document);
        for (let offset = 0; offset <= text.editor.length; offset += 1) {
          const there = toDocumentOffset(text, offset);

          expect(toEditorOffset(text, there)).toBe(offset);
          expect(normalised(document.slice(0, there))).toBe(text.editor.slice(0, offset));
        }
      }),
    );
  });

  it('between CR and LF are before the line end, and outside of the text at its ends', () => {
    const text = toEditorText('a\r\nb');

    expect([0, 1, 2, 3, 4].map((offset) => toEditorOffset(text, offset))).toEqual([0, 1, 1, 2, 3]);
    expect([-5, 99].map((offset) => toEditorOffset(text, offset))).toEqual([0, 3]);
    expect([-5, 99].map((offset) => toDocumentOffset(text, offset))).toEqual([0, 4]);
  });
});

describe('withEdit', () => {
  it('gives a document that reads as the textarea does, whatever was typed', () => {
    fc.assert(
      fc.property(texts, texts.map(normalised), (document, edited) => {
        const next = withEdit(toEditorText(document), edited);

        expect(next.editor).toBe(edited);
        expect(normalised(next.document)).toBe(edited);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what is before and after the change, byte for byte', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, after, inserted) => {
        const typed = `<${inserted.replaceAll(/[\r\n]/gu, '.')}>`;

        const next = withEdit(toEditorText(`${before}|${after}`), `${normalised(before)}${typed}${normalised(after)}`);

        expect(next.document).toBe(`${before}${typed}${after}`);
      }),
    );
  });

  it('changes nothing when nothing was typed', () => {
    fc.assert(
      fc.property(texts, (document) => {
        expect(withEdit(toEditorText(document), normalised(document)).document).toBe(document);
      }),
    );
  });

  it('writes typed line ends as the document does, also after its last one was deleted', () => {
    const text = toEditorText('one\r\ntwo');

    const joined = withEdit(text, 'onetwo');

    expect(withEdit(text, 'one\n\ntwo').document).toBe('one\r\n\r\ntwo');
    expect(joined.document).toBe('onetwo');
    expect(withEdit(toEditorText('one\ntwo'), 'one\nand\ntwo').document).toBe('one\nand\ntwo');
  });

  it('keeps two line ends apart when what was between them is deleted', () => {
    expect(withEdit(toEditorText('a\rb\nc\r'), 'a\n\nc\n').document).toBe('a\r\n\nc\r');
  });
});
