import fc from 'fast-check';

import { type ContentComparison, contentKey, contentSample } from './content-key.js';

const comparison = fc.record<ContentComparison>({
  normalizeWhitespace: fc.boolean(),
  ignoreComments: fc.boolean(),
  caseSensitive: fc.boolean(),
});
const language = fc.constantFrom('typescript', 'python', 'markdown');
const whitespace = fc.constantFrom('', ' ', '\n', '\r\n', '\u00a0', '\u2003 ', '\t\t');
const word = fc.oneof(fc.constantFrom('Σ', 'ς', 'a', 'A', 'İ', '😀', '// note\n'), fc.string({ maxLength: 40 }));
/** Two texts of the same words with different whitespace. */
const similarTexts = fc
  .array(fc.record({ own: word, before: whitespace, after: whitespace }), { maxLength: 12 })
  .map((parts) => [
    parts.map(({ own, before }) => before + own).join(''),
    parts.map(({ own, after }) => own + after).join(''),
  ]);

describe('contentSample', () => {
  it('is equal for contents with the same key', () => {
    let equal = 0;
    fc.assert(
      fc.property(similarTexts, comparison, language, ([one = '', other = ''], rules, languageId) => {
        for (const variant of [other, other.toUpperCase()]) {
          if (contentKey(one, languageId, rules) !== contentKey(variant, languageId, rules)) continue;
          if (one !== variant) equal += 1;
          expect(contentSample(variant, rules)).toBe(contentSample(one, rules));
        }
      }),
      { numRuns: 1_000 },
    );
    expect(equal).toBeGreaterThan(20);
  });

  it('differs for most contents', () => {
    const rules = { normalizeWhitespace: true, ignoreComments: false, caseSensitive: true };
    expect(contentSample('function total() {}\n', rules)).not.toBe(contentSample('function price() {}\n', rules));
  });
});
