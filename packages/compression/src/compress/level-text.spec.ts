import { nestLevels } from './level-text.js';
import { placeMarkers } from './level-record.js';

const text = (tokenCount: number, words = `${tokenCount}`) => ({ text: words, statements: [], tokenCount });

describe('nestLevels', () => {
  const levelsOf = (full: number, detailed: number, brief: number, tags: number): readonly unknown[] =>
    nestLevels(text(full), { detailed: text(detailed), brief: text(brief), tags: text(tags) }).map(
      ({ level, targetLevel, content }) => [level, targetLevel, content.tokenCount],
    );

  it('points each level to the next one that says more', () => {
    expect(levelsOf(100, 30, 10, 2)).toEqual([
      [1, 0, 30],
      [2, 1, 10],
      [3, 2, 2],
    ]);
  });

  it('says what the level above says where nothing is saved', () => {
    expect(levelsOf(100, 100, 10, 20)).toEqual([
      [1, 0, 100],
      [2, 1, 10],
      [3, 1, 10],
    ]);
    expect(levelsOf(1, 5, 5, 5)).toEqual([
      [1, 0, 1],
      [2, 0, 1],
      [3, 0, 1],
    ]);
  });

  it('never says nothing of something', () => {
    const levels = nestLevels(text(5), { detailed: text(0, ''), brief: text(0, ''), tags: text(0, '') });

    expect(levels.map(({ content }) => content.tokenCount)).toEqual([5, 5, 5]);
  });
});

describe('placeMarkers', () => {
  it('numbers statements, and labels them on one line', () => {
    const said = `Ann: a\nb\t${'👩‍👩‍👧'.repeat(40)}`;
    const statements = [{ start: 0, end: said.length, messages: [1, 2] }];

    const markers = placeMarkers(
      { text: said, statements, tokenCount: 1 },
      { segmentId: '00000000-1', level: 2, targetLevel: 1, messageIds: ['x', 'y', 'z'] },
    );

    expect(markers).toEqual([
      {
        id: '00000000-1:brief:1',
        segmentId: '00000000-1',
        label: `Ann: a b ${'👩‍👩‍👧'.repeat(6)}…`,
        targetLevel: 1,
        startOffset: 0,
        endOffset: said.length,
        messageIds: ['y', 'z'],
      },
    ]);
  });
});
