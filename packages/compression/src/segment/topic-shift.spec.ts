import { type Likeness, isTopicShift } from './topic-shift.js';

/** Messages of a topic are much alike, those of two are not; each pair a little different. */
function topics(names: string): Likeness {
  return (first, second) => {
    const spread = ((first * 7 + second * 13) % 10) / 100;
    if (names[first] === ' ' || names[second] === ' ') return undefined;
    return (names[first] === names[second] ? 0.5 : 0.2) + spread;
  };
}

/** The first place at which the topic changes, all of the text being known. */
function firstShift(names: string): number | undefined {
  const likeness = topics(names);
  for (let place = 1; place < names.length; place += 1) {
    if (isTopicShift(place, { start: 0, end: names.length }, likeness)) return place;
  }
  return undefined;
}

describe('isTopicShift', () => {
  it('is where another topic begins', () => {
    expect(firstShift('aaaaaaaabbbbbbbb')).toBe(8);
    expect(firstShift('aaaabbbb')).toBe(4);
  });

  it('is nowhere in one topic', () => {
    expect(firstShift('aaaaaaaaaaaaaaaaaaaaaaaa')).toBeUndefined();
  });

  it('needs some messages on both sides', () => {
    expect(firstShift('aaabbbbbbbbb')).toBeUndefined();
    expect(firstShift('aaaaaaaaabbb')).toBeUndefined();
  });

  it('passes over messages that say nothing, and is nowhere where none says anything', () => {
    expect(firstShift('aaa aa abbb bbb')).toBe(8);
    expect(firstShift('                ')).toBeUndefined();
  });

  it('is nowhere where all messages are the same, up to rounding', () => {
    const same: Likeness = (first, second) => 1 - ((first * second) % 3) * 1e-7;

    expect(isTopicShift(8, { start: 0, end: 16 }, same)).toBe(false);
  });

  it('asks for no message outside the stretch, nor for a pair in the wrong order', () => {
    const asked: (readonly [number, number])[] = [];

    isTopicShift(30, { start: 10, end: 40 }, (first, second) => {
      asked.push([first, second]);
      return first < 30 === second < 30 ? 0.9 : 0.1;
    });

    expect(asked.every(([first, second]) => first < second && first >= 18 && second < 38)).toBe(true);
    expect(Math.max(...asked.map(([first, second]) => second - first))).toBeLessThan(17);
  });
});
