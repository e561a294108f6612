import { type SecretExample, allSecretExamples, exampleRules } from '@lexichord/testing';
import fc from 'fast-check';

import { secretRules } from './all-rules.js';
import { findByRules } from './find-by-rules.js';

const ids = secretRules.map(({ id }) => id);

/** One of each rule and format. */
const examples = allSecretExamples(7)
  .filter(({ rule }) => ids.includes(rule))
  .map((example, index): [string, SecretExample] => [`${example.rule} (${index})`, example]);

/** Values that are wholly within something that was found. */
function coveredIn(text: string, { values }: SecretExample): readonly boolean[] {
  const spots = findByRules(text);
  return values.map((value) => {
    const start = text.indexOf(value);
    return spots.some(({ startOffset, endOffset }) => startOffset <= start && start + value.length <= endOffset);
  });
}

describe('the table of secrets', () => {
  it('has at least sixty rules, each with an id of its own and an example', () => {
    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !exampleRules.includes(id))).toEqual([]);
  });

  it.each(examples)('finds %s', (_, example) => {
    expect(findByRules(example.text).map(({ rule }) => rule)).toContain(example.rule);
    expect(coveredIn(`first\n${example.text}\nlast`, example)).not.toContain(false);
  });

  it.each(examples.filter(([, { text, values }]) => values[0] === text))(
    'finds %s wherever it stands',
    (_, example) => {
      for (const [before, after] of [
        ['key: ', ''],
        ['prod-', ''],
        ['user_', ''],
        ['"', '",'],
        ['(', ')'],
        ['{"text":"one\\n', '\\ntwo"}'],
        ['?token=', '&x=1'],
        ['%20', '%20'],
        ['the key is ', '. It'],
        ['`', '`'],
        ['<b>', '</b>'],
        ['\u001b[32m', '\u001b[0m'],
        ['\u001b[01;31m\u001b[K', '\u001b[m\u001b[K'],
        [String.raw`{"output":"\u001b[32m`, String.raw`\u001b[0m"}`],
        [String.raw`\x1b[1;33m`, String.raw`\x1b[39m`],
        [String.raw`\033[38:5:2m`, String.raw`\033[0m`],
        [String.raw`?token\u003d`, String.raw`\u0026x=1`],
      ]) {
        expect([before, coveredIn(`${before}${example.text}${after}`, example)]).toEqual([before, [true]]);
      }
    },
  );

  it('finds nothing in a longer word, nor in repeated characters', () => {
    for (const { id, marks, boundary = 'token', lead } of secretRules) {
      if (boundary === 'none' || lead !== undefined) continue;
      for (const { text } of allSecretExamples(7).filter(({ rule }) => rule === id)) {
        const mark = marks.find((one) => text.startsWith(one)) ?? '';
        const repeated = mark + text.slice(mark.length).replaceAll(/[A-Za-z0-9+]/gu, 'x');
        expect([id, findByRules(`word${text}`), findByRules(repeated)]).toEqual([id, [], []]);
      }
    }
  });

  it('comes to an end on texts that are made to keep an expression busy', () => {
    const bodies = ['a', 'A1', 'a1B2-', '_', '.', '"', ' ', '=', ':', '/', '0', 'eyJ', '\n'];
    const marks = [...new Set(secretRules.flatMap((rule) => rule.marks))];
    let texts = 0;
    for (const mark of marks) {
      for (const body of bodies) {
        const piece = mark + body.repeat(Math.ceil(300 / body.length));
        for (const text of [piece.repeat(20), mark.repeat(400) + body.repeat(400), (mark + body).repeat(400)]) {
          findByRules(text);
          texts += 1;
        }
      }
    }

    // No bound of time in a test: one that backtracks would not end within the test's limit.
    expect(texts).toBeGreaterThan(1_000);
  });

  it('finds any secret of any rule wherever it is planted', () => {
    const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
    const filler = fc.array(fc.constantFrom('const a = 1;', '', '- one', '# Title', 'The tide is high.', '{"a": [1]}'));
    fc.assert(
      fc.property(seeds, filler, filler, (seed, before, after) => {
        for (const example of allSecretExamples(seed).filter(({ rule }) => ids.includes(rule))) {
          const text = [...before, example.text, ...after].join('\n');
          expect([example.rule, coveredIn(text, example)]).toEqual([example.rule, example.values.map(() => true)]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
