import * as api from './index.js';

describe('@lexichord/abstractions', () => {
  it('exports what it promises', () => {
    expect(Object.keys(api).toSorted()).toMatchSnapshot();
  });

  it('gives every contract a token with its name', () => {
    const tokens = Object.entries(api).filter(([, value]) => typeof value === 'symbol');

    expect(tokens.length).toBeGreaterThan(15);
    for (const [name, value] of tokens) expect((value as unknown as symbol).description).toBe(name);
  });
});
