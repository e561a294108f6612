import { type DocumentBlock, type TextRange, openFenceAtEnd } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';
import { words } from '../test-support/strategy-fixture.js';
import { CutFrames } from './frame-cut.js';

/** A document of one block, between two paragraphs. */
function around(kind: DocumentBlock['kind'], text: string, lineEnd = '\n') {
  const content = ['Before.', '', text, '', 'After.'].join(lineEnd);
  const startOffset = content.indexOf(text);
  return { content, blocks: [{ kind, startOffset, endOffset: startOffset + text.length }] };
}

function framesOf({ content, blocks }: ReturnType<typeof around>, maxTokens = 100): CutFrames {
  return new CutFrames(content, blocks, { maxTokens, tokenCounter: new WordTokenCounter() });
}

function shown(document: ReturnType<typeof around>, range: TextRange, keep?: TextRange): string {
  const { startOffset, endOffset, lead, tail } = framesOf(document).frame(range, keep);
  const text = document.content.slice(startOffset, endOffset).trim();
  return text === '' ? '' : lead + text + tail;
}

/** From the beginning of one text to the end of another. */
function span({ content }: { readonly content: string }, from: string, to: string): TextRange {
  return { startOffset: content.indexOf(from), endOffset: content.indexOf(to) + to.length };
}

describe('CutFrames and fenced code', () => {
  const document = around('code', '~~~~ts title="a.ts"\nfirst\nsecond line\nthird\n~~~~');

  it('leaves a range that is cut outside of any structure as it is', () => {
    const range = { startOffset: 0, endOffset: document.content.length };

    expect(framesOf(document).frame(range)).toEqual({ ...range, lead: '', tail: '' });
    expect(framesOf({ ...document, blocks: [] }).frame(span(document, 'second', 'line'))).toMatchObject({ lead: '' });
  });

  it('opens the block with its own line and closes it', () => {
    expect(shown(document, span(document, 'second', 'line'))).toBe('~~~~ts title="a.ts"\nsecond line\n~~~~');
  });

  it('does not cut a line where another is near, unless it must be kept', () => {
    const range = span(document, 'rst', 'second l');

    expect(shown(document, range)).toBe('');
    expect(shown(document, range, span(document, 'st', 'sec'))).toBe('~~~~ts title="a.ts"\nrst\nsecond l\n~~~~');
  });

  it('cuts no line of a fence, and shows no block of which nothing is left', () => {
    expect(shown(document, span(document, '~~ts', 'first'))).toBe('~~~~ts title="a.ts"\nfirst\n~~~~');
    expect(shown(document, span(document, 'Before', 'title'))).toBe('Before.');
    expect(
      shown(document, { ...span(document, 'third', '~~~~\n\nAf'), startOffset: document.content.lastIndexOf('~~~') }),
    ).toContain('Af');
    expect(
      shown(document, {
        startOffset: document.content.indexOf('~~~~\n\nAfter') + 1,
        endOffset: document.content.length,
      }),
    ).toBe('After.');
  });

  it('keeps what must be kept of a fence line', () => {
    const opening = span(document, '~~~~ts', 'a.ts"');
    const closing = {
      startOffset: document.content.lastIndexOf('~~~~'),
      endOffset: document.content.lastIndexOf('~~~~') + 4,
    };

    expect(shown(document, { ...opening, startOffset: opening.startOffset + 2 }, opening)).toBe(
      '~~~~ts title="a.ts"\n~~~~',
    );
    expect(shown(document, { ...closing, startOffset: closing.startOffset - 2 }, closing)).toMatch(
      /^~~~~ts.*\n~~~~$/su,
    );
  });

  it('closes a block that the document never closes', () => {
    const open = around('code', '```\none\ntwo');

    expect(shown(open, span(open, 'two', 'two'))).toBe('```\ntwo\n```');
  });

  it('reads CR LF', () => {
    const windows = around('code', '```js\r\none\r\ntwo\r\n```', '\r\n');

    expect(shown(windows, span(windows, 'ne', 'tw'))).toBe('');
    expect(shown(windows, span(windows, 'two', 'two'))).toBe('```js\ntwo\n```');
  });

  it('opens a block in a list item with its indentation, under the beginnings of the items it is in', () => {
    const list = around(
      'list',
      '1. First:\n\n   - Inner item:\n\n     ```yaml\n     a: 1\n     b: 2\n     ```\n\n2. Second:\n   ```sh\n   run\n   stop\n   ```\n- ```ts\n  let x;\n  let y;\n  ```',
    );

    expect(shown(list, span(list, '     b: 2', 'b: 2'))).toBe('1. …\n   - …\n     ```yaml\nb: 2\n     ```');
    expect(shown(list, span(list, '   stop', 'stop'))).toBe('2. …\n   ```sh\nstop\n   ```');
    expect(shown(list, span(list, '  let y', 'let y;'))).toBe('- ```ts\nlet y;\n  ```');
    expect(shown(list, span(list, 'Second', '2. Second:'))).toBe('Second:');
  });

  it('knows no fences in the code of a program, which is no Markdown', () => {
    const program = around('code', 'const fence = `\n```ts\ncode\n```\n`;');

    expect(shown(program, span(program, 'code', 'code'))).toBe('code');
  });

  it('does without an opening line that takes too much', () => {
    const long = around('code', `\`\`\`ts ${words(50)}\none\ntwo\n\`\`\``);

    expect(shown(long, span(long, 'two', 'two'))).toBe('```\ntwo\n```');
  });

  it('names the lines on which no mark may stand', () => {
    const { content } = document;
    const frames = framesOf(document);
    const opening = span(document, '~~~~ts', 'a.ts"');

    expect(frames.fenceLineAt(opening.startOffset)).toEqual(opening);
    expect(frames.fenceLineAt(opening.endOffset)).toEqual(opening);
    expect(frames.fenceLineAt(content.lastIndexOf('~~'))?.endOffset).toBe(content.lastIndexOf('~~') + 2);
    expect(frames.fenceLineAt(content.indexOf('first'))).toBeUndefined();
    expect(frames.fenceLineAt(0)).toBeUndefined();
  });

  it('leaves no block open and closes none that is not, wherever a document is cut', () => {
    const cuts = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 120 }), fc.nat({ max: 120 }));
    const documents = [
      document,
      around('list', '- a\n  ```x\n  1\n\n  2\n  ```\n- b\n  ~~~\n  ~~~\n- ```y\n  3\n  ```'),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...documents), cuts, (cutDocument, offsets) => {
        const [startOffset = 0, kept = 0, endOffset = 0] = offsets
          .map((offset) => Math.min(offset, cutDocument.content.length))
          .sort((left, right) => left - right);
        const line = framesOf(cutDocument).fenceLineAt(kept);
        const keep = line ?? { startOffset: kept, endOffset: kept };
        const range = {
          startOffset: Math.min(startOffset, keep.startOffset),
          endOffset: Math.max(endOffset, keep.endOffset),
        };

        const framed = framesOf(cutDocument).frame(range, keep);
        const text = cutDocument.content.slice(framed.startOffset, framed.endOffset).trimEnd();

        expect(openFenceAtEnd(framed.lead + text + framed.tail)).toBeUndefined();
        expect(framed.startOffset).toBeLessThanOrEqual(keep.startOffset);
        expect(framed.endOffset).toBeGreaterThanOrEqual(keep.endOffset);
      }),
      { numRuns: 500 },
    );
  });
});

describe('CutFrames and tables', () => {
  const table = around('table', '| Name | Use |\n| --- | --- |\n| one | first |\n| two | second |\n| three | third |');

  it('gives rows from the middle the head of the table', () => {
    expect(shown(table, span(table, '| two', 'second |'))).toBe('| Name | Use |\n| --- | --- |\n| two | second |');
    expect(shown(table, span(table, 'one', 'thi'))).toBe('| Name | Use |\n| --- | --- |\n| two | second |');
  });

  it('marks what is missing of a row that must be cut', () => {
    const kept = span(table, 'seco', 'seco');

    expect(shown(table, kept, kept)).toBe('| Name | Use |\n| --- | --- |\n| … seco … |');
  });

  it('never cuts the head', () => {
    const inHead = span(table, 'Use', '---');

    expect(shown(table, inHead, inHead)).toBe('| Name | Use |\n| --- | --- |');
    expect(shown(table, span(table, 'Before', 'Name'))).toBe('Before.');
  });

  it('does without a head that takes too much', () => {
    const wide = around('table', `| ${words(40)} |\n| --- |\n| one |\n| two |`);

    expect(shown(wide, span(wide, '| two', 'two |'))).toBe('| two |');
  });
});
