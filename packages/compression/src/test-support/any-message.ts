import type { NewMessage } from '@lexichord/abstractions';
import fc from 'fast-check';

/** All of Unicode, lone surrogates included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '\0', '\u2028\u0085\ufeff', '\ud83d', '[[expand:1-1:full]]', 'a: b\n\nUser: c'),
);

/** Messages of any role, empty ones and ones of a megabyte among them. */
export const anyMessage: fc.Arbitrary<NewMessage> = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'system', '__proto__'),
    speaker: anyText,
    content: fc.oneof(
      { weight: 30, arbitrary: anyText },
      { weight: 1, arbitrary: anyText.map((some) => `${some}\n`.repeat(40_000)) },
    ),
    timestampMs: fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
  },
  { requiredKeys: ['role', 'content'] },
);
