import { findSelection, focusOf } from './find-selection.js';

describe('findSelection', () => {
  it('finds nothing without a selection', () => {
    expect(findSelection('text', { agentId: 'editor' })).toBeUndefined();
    expect(findSelection('text', { agentId: 'editor', selectedText: '' })).toBeUndefined();
  });

  it('accepts a hinted range that differs in line ends alone', () => {
    const hints = { selectionRange: { startOffset: 0, endOffset: 4 } };

    expect(findSelection('a\r\nb a\nb', { agentId: 'editor', selectedText: 'a\nb', hints })).toEqual(
      hints.selectionRange,
    );
  });

  it('prefers the earlier of two occurrences that are equally near', () => {
    const found = findSelection('x--x', { agentId: 'editor', selectedText: 'x', cursorPosition: 2 });

    expect(found).toEqual({ startOffset: 0, endOffset: 1 });
  });

  it('finds a selection with CR LF in a document with LF', () => {
    expect(findSelection('a\nb', { agentId: 'editor', selectedText: 'a\r\nb' })).toEqual({
      startOffset: 0,
      endOffset: 3,
    });
  });
});

describe('focusOf', () => {
  it('is the cursor, kept inside the document, else the start of the selection', () => {
    expect(focusOf('text', { agentId: 'editor', cursorPosition: 99, selectedText: 'ex' })).toBe(4);
    expect(focusOf('text', { agentId: 'editor', selectedText: 'ex' })).toBe(1);
    expect(focusOf('text', { agentId: 'editor' })).toBeUndefined();
  });
});
