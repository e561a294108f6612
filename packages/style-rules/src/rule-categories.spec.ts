import { categorizeRule } from './rule-categories.js';

describe('categorizeRule', () => {
  it.each([
    ['Microsoft.Passive', 'existence', 'clarity'],
    ['Google.Contractions', 'substitution', 'tone'],
    ['alex.Ablist', 'substitution', 'inclusivity'],
    ['alex.Condescending', 'existence', 'tone'],
    ['write-good.Weasel', 'existence', 'clarity'],
    ['write-good.Illusions', 'repetition', 'grammar'],
    ['Microsoft.GenderBias', 'substitution', 'inclusivity'],
    ['Microsoft.Headings', 'capitalization', 'formatting'],
    ['Microsoft.Terms', 'substitution', 'terminology'],
    ['Own.Xyz', 'substitution', 'terminology'],
    ['Own.Xyz', 'capitalization', 'formatting'],
    ['Own.Xyz', 'spelling', 'grammar'],
    ['constructor.toString', '__proto__', 'clarity'],
  ])('%s (%s) is about %s', (rule, check, expected) => {
    expect(categorizeRule(rule, check, new Map())).toBe(expected);
  });

  it('lets the workspace decide, a rule before its style', () => {
    const overrides = new Map([
      ['Own', 'tone'],
      ['Own.A', 'grammar'],
    ] as const);

    expect(categorizeRule('Own.A', 'existence', overrides)).toBe('grammar');
    expect(categorizeRule('Own.B', 'existence', overrides)).toBe('tone');
  });
});
