import { isLexichordError } from '@lexichord/abstractions';
import { z } from 'zod';

import { parseOptions } from './parse-options.js';

const schema = z.strictObject({
  total: z.int().min(1).max(5).default(3),
  ratio: z.number().positive().max(1).default(0.5),
  floor: z.int().min(0).default(0),
  ceiling: z.number().max(9).default(1),
  mode: z.enum(['fast', 'slow']).default('fast'),
  exact: z.literal(true).default(true),
  flag: z.boolean().default(false),
  apiKey: z.string().min(20).meta({ secret: true }).optional(),
  name: z.string().min(1).default('x'),
  deny: z.array(z.string()).default([]),
  nested: z
    .strictObject({ low: z.int().default(1), high: z.int().default(2) })
    .refine(({ low, high }) => low <= high, { error: 'low must not be above high' })
    .prefault({}),
  byId: z
    .record(z.string().regex(/^[a-z]+$/, { error: 'use small letters' }), z.strictObject({ on: z.boolean() }))
    .default({}),
});

function problemsOf(input: unknown): unknown {
  try {
    parseOptions(schema, input, 'test options');
  } catch (error) {
    return isLexichordError(error) ? [error.code, error.message, error.details['problems']] : error;
  }
  return undefined;
}

const messageOf = (input: unknown) => (problemsOf(input) as string[])[1];

describe('parseOptions', () => {
  it('fills in defaults, nested ones too, and freezes all the way down', () => {
    const options = parseOptions(schema, { deny: ['a'] }, 'test options');

    expect(options).toMatchObject({ total: 3, nested: { low: 1, high: 2 }, deny: ['a'] });
    expect([options, options.nested, options.deny].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it.each<[unknown, string]>([
    [{ total: -5 }, 'total is -5; expected an integer from 1 to 5.'],
    [{ total: 2.5 }, 'total is 2.5; expected an integer from 1 to 5.'],
    [{ total: null }, 'total is null; expected an integer from 1 to 5.'],
    [{ ratio: 0 }, 'ratio is 0; expected a number above 0, at most 1.'],
    [{ floor: -1 }, 'floor is -1; expected an integer of at least 0.'],
    [{ ceiling: 10 }, 'ceiling is 10; expected a number of at most 9.'],
    [{ ceiling: Number.NaN }, 'ceiling is NaN; expected a number of at most 9.'],
    [{ mode: 'quick' }, 'mode is "quick"; expected one of "fast", "slow".'],
    [{ exact: false }, 'exact is false; expected true.'],
    [{ flag: 'yes' }, 'flag is "yes"; expected true or false.'],
    [{ name: '' }, 'name is ""; expected a non-empty text.'],
    [
      { name: 'a\nb'.repeat(1) + '\u2028', mode: 'fast', floor: 'x\ny' },
      'floor is "x\\ny"; expected an integer of at least 0.',
    ],
    [{ deny: 'a' }, 'deny is "a"; expected a list, each a text.'],
    [{ deny: ['a', ['b']] }, 'deny[1] is a list; expected a text.'],
    [{ nested: { low: 5 } }, 'nested: low must not be above high.'],
    [{ nested: 3 }, 'nested is 3; expected a mapping of keys to values.'],
    [{ byId: { a: {} } }, 'byId.a.on is missing; expected true or false.'],
    [{ byId: { A: { on: true } } }, 'byId.A is not a valid name; use small letters.'],
    [{ totl: 3 }, 'totl is not a known key; did you mean "total"?'],
    [{ nested: { lwo: 3, colour: 1 } }, 'nested.colour is not a known key; known here: low, high.'],
    [{ ['x'.repeat(500)]: 1 }, '… is not a known key; known here: total, ratio,'],
    [JSON.parse('{"__proto__": 1}'), '__proto__ is not a known key; known here: total,'],
    [undefined, 'the whole is missing; expected a mapping of keys to values.'],
    [[], 'the whole is a list; expected a mapping of keys to values.'],
    [() => 1, 'the whole is of type function; expected a mapping of keys to values.'],
  ])('%j: key, value and what is allowed', (input, message) => {
    expect(messageOf(input)).toContain(message);
  });

  it('lists every problem, not the first alone', () => {
    expect(problemsOf({ total: 9, mode: 'quick', extra: 1 })).toEqual([
      'invalid-configuration',
      'Invalid test options:\n- total is 9; expected an integer from 1 to 5.\n- mode is "quick"; expected one of "fast", "slow".\n' +
        '- extra is not a known key; known here: total, ratio, floor, ceiling, mode, exact, flag, apiKey, name, deny, nested, byId.',
      [
        { key: 'total', message: 'total is 9; expected an integer from 1 to 5' },
        { key: 'mode', message: 'mode is "quick"; expected one of "fast", "slow"' },
        {
          key: 'extra',
          message:
            'extra is not a known key; known here: total, ratio, floor, ceiling, mode, exact, flag, apiKey, name, deny, nested, byId',
        },
      ],
    ]);
  });

  it('never shows the value of a secret', () => {
    const shown = JSON.stringify(problemsOf({ apiKey: 'sk-12345' }));

    expect(shown).toContain('apiKey is set to something else');
    expect(shown).not.toContain('sk-12345');
  });

  it('leaves the input and instances of classes unfrozen', () => {
    const date = new Date(0);
    const input = { deny: ['a'] };

    const options = parseOptions(z.strictObject({ date: z.date() }), { date }, 'test options');
    parseOptions(schema, input, 'test options');

    expect(Object.isFrozen(options.date)).toBe(false);
    expect(Object.isFrozen(input.deny)).toBe(false);
  });
});
