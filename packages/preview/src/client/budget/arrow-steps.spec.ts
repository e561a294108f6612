import { arrowStep } from './arrow-steps.js';

describe('arrowStep', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('leads with %s from %d to %d in a row of three', (key, at, next) => {
    expect(arrowStep(key, { at, count: 3 }, 'horizontal')).toBe(next);
  });

  it('takes the arrows of the column in a column', () => {
    expect(arrowStep('ArrowDown', { at: 0, count: 3 }, 'vertical')).toBe(1);
    expect(arrowStep('ArrowUp', { at: 1, count: 3 }, 'vertical')).toBe(0);
  });

  it.each(['ArrowUp', 'a', 'toString', '__proto__'])('leaves %s in a row to others', (key) => {
    expect(arrowStep(key, { at: 0, count: 3 }, 'horizontal')).toBeUndefined();
  });

  it('leads nowhere in an empty row', () => {
    expect(arrowStep('End', { at: -1, count: 0 }, 'vertical')).toBeUndefined();
  });
});
