import { messagesOf, toolResult } from '../language/test-support/messages.js';
import { keptLines } from './kept-lines.js';
import { type StatementLine, layOut, putBackAnchors } from './statement-lines.js';

const content = 'One two. Three four.\n- five six\n\n\n- seven, eight nine';
const [message] = messagesOf([`Ann: ${content}`]);

const kept = (...parts: readonly string[]): string | undefined => {
  const ranges = parts.map((part) => {
    const start = content.indexOf(part);
    return { message: 0, start, end: start + part.length };
  });
  return keptLines([message!], ranges)[0]?.words;
};

describe('keptLines', () => {
  it.each([
    [['One two.'], 'One two.'],
    [['Three four.', 'One two.'], 'One two. Three four.'],
    [['One two.', '- five six'], 'One two.\n- five six'],
    [['five', 'six'], 'five six'],
    [['two. Three', 'Three four.'], '… two. Three four.'],
    [['- five six', '- seven, eight nine'], '- five six\n\n\n- seven, eight nine'],
    [['eight'], '… eight …'],
    [['seven', 'nine'], 'seven … nine'],
    [['One', 'four.'], 'One … four.'],
    [['two', '- seven'], '… two\n… - seven …'],
  ])('keeps %j', (parts, text) => {
    expect(kept(...parts)).toBe(text);
  });

  it('says of every part what a tool gave', () => {
    const [results] = messagesOf([
      `Look:\n${toolResult('a.\nb b.\nc.\nd.').content}\n${toolResult('e.\nf.').content}\ng.`,
    ]);
    const linesOf = (...words: readonly string[]): string | undefined =>
      keptLines(
        [results!],
        words.map((word) => ({
          message: 0,
          start: results!.content.indexOf(word),
          end: results!.content.indexOf(word) + word.length,
        })),
      )[0]?.words;

    expect(linesOf('c.')).toBe('[tool result] c.');
    expect(linesOf('Look:', '[tool result] a.', 'c.', 'd.')).toBe('Look:\n[tool result] a.\n  c.\n  d.');
    expect(linesOf('b.', 'd.', 'f.', 'g.')).toBe('[tool result] … b.\n  d.\n[tool result] f.\ng.');
    expect(linesOf('Look:', 'f.', 'g.')).toBe('Look:\n[tool result] f.\ng.');
  });

  it('makes long white space short', () => {
    const [wide] = messagesOf([`a.${'\n'.repeat(100)}b.`]);

    expect(
      keptLines(
        [wide!],
        [0, 102].map((start) => ({ message: 0, start, end: start + 2 })),
      )[0]?.words,
    ).toBe('a.\nb.');
  });
});

describe('layOut', () => {
  const messages = messagesOf(['a', 'b', 'c', 'd', 'e', 'f']).map((one, index) => ({
    ...one,
    timestampMs: [0, 60_000, 3_600_000, 86_400_000, 86_400_000, 90_000_000][index],
  }));
  const line = (from: number, to = from): StatementLine => ({ words: `${from}`, from, to });

  it('gives every message to the nearest statement, of two to the one before', () => {
    expect(layOut([line(1), line(4)], messages, 'day').statements.map((one) => one.messages)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(layOut([line(0, 2), line(1, 1)], messages, 'day').statements.map((one) => one.messages)).toEqual([
      [0, 1, 2],
      [1, 3, 4, 5],
    ]);
    expect(layOut([], messages, 'day')).toEqual({ text: '', statements: [] });
  });

  it('says the time where time has passed, as the level wants it', () => {
    const lines = [line(0), line(1), line(2), line(3), line(5)];

    expect(layOut(lines, messages, 'minute').text).toBe(
      '[1970-01-01 00:00]\nUser: 0\nUser: 1\n[1970-01-01 01:00]\nUser: 2\n[1970-01-02 00:00]\nUser: 3\n[1970-01-02 01:00]\nUser: 5',
    );
    const { text, statements } = layOut(lines, messages, 'day');
    expect(text).toBe('[1970-01-01]\nUser: 0\nUser: 1\nUser: 2\n[1970-01-02]\nUser: 3\nUser: 5');
    expect(statements.map(({ start, end }) => text.slice(start, end))).toEqual(
      ['0', '1', '2', '3', '5'].map((words) => `User: ${words}`),
    );
  });
});

describe('putBackAnchors', () => {
  const messages = messagesOf(['Ann: I promise.', 'Bob: Fine.']);
  const anchor = {
    kind: 'commitment',
    text: 'I promise.',
    importance: 1,
    messageId: 'm0',
    startOffset: 0,
    endOffset: 10,
  } as const;
  const line = { words: 'Fine.', from: 1, to: 1 };

  it('adds what is missing in its place, once', () => {
    expect(putBackAnchors([line], [anchor, anchor], messages)).toEqual([{ words: 'I promise.', from: 0, to: 0 }, line]);
  });

  it('says of what it adds when a tool gave it', () => {
    const { content } = toolResult('a.\nI promise.');
    const startOffset = content.indexOf('I');

    expect(
      putBackAnchors([line], [{ ...anchor, startOffset, endOffset: content.length }], [{ ...messages[0]!, content }]),
    ).toEqual([{ words: '[tool result] I promise.', from: 0, to: 0 }, line]);
  });

  it('adds nothing that is there, and nothing of a message that is not', () => {
    const lines = [{ words: 'well, I promise. Yes', from: 0, to: 1 }];

    expect(putBackAnchors(lines, [anchor, { ...anchor, text: 'x', messageId: '__proto__' }], messages)).toBe(lines);
  });
});
