import fc from 'fast-check';

import { addFileMessages } from '../file/add-file-messages.js';
import { hasSameFields } from '../message/same-message.js';
import { anyMessage, anyText } from '../test-support/any-message.js';
import { exported, inChunks } from './test-support/stored-conversation.js';
import { TemporaryStores } from './test-support/temporary-stores.js';

/** Messages in pieces, as they are added. */
const pieces = fc.array(fc.array(anyMessage, { maxLength: 6 }), { minLength: 1, maxLength: 5 });

const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/u);
const fileObject = fc.record(
  { role: fc.constantFrom('user', 'tool'), content: anyText, tool_calls: fc.jsonValue({ maxDepth: 2 }) },
  { requiredKeys: ['role', 'content'] },
);

describe('losslessness', () => {
  const temporary = new TemporaryStores();

  afterAll(() => temporary.dispose());

  it('COMP-06: gives back every message of any conversation, however it was added', async () => {
    const place = await temporary.location();
    const store = temporary.store(temporary.database(place));
    let conversations = 0;
    await fc.assert(
      fc.asyncProperty(pieces, async (appends) => {
        const id = `c${conversations++}`;
        const all = appends.flat();
        let head = '';
        for (const messages of appends) ({ head } = await store.append(id, messages));

        const stored = await temporary.store(temporary.database(place)).messages(id);

        expect(stored.length).toBe(all.length);
        expect(stored.every((one, index) => hasSameFields(one, all[index]!))).toBe(true);
        if (all.length === 0) return;
        expect(await store.verify(id, head)).toMatchObject({ isIntact: true, messages: all.length, newer: 0 });
        // What is exported is the same conversation, wherever it is added.
        const copy = await addFileMessages(store, `copy-${id}`, inChunks(await exported(store, id)));
        expect(copy.added).toBe(all.length);
        const copied = await store.messages(copy.conversationId);
        expect(copied.every((one, index) => hasSameFields(one, all[index]!))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('COMP-06: gives back any file byte for byte, also when it was added piece by piece as it grew', async () => {
    const store = await temporary.fresh();
    let conversations = 0;
    const gap = fc.tuple(space, space);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fileObject, gap), { minLength: 1, maxLength: 8 }),
        fc.record({ isArray: fc.boolean(), hasMark: fc.boolean(), end: space, cut: fc.nat(8), isPretty: fc.boolean() }),
        async (objects, { isArray, hasMark, end, cut, isPretty }) => {
          const id = `c${conversations++}`;
          const written = (count: number): string => {
            const texts = objects.slice(0, count).map(([value, [before, after]], index) => {
              const separator = index === 0 ? before : isArray ? `${before},${after}` : `\n${before}`;
              return `${separator}${JSON.stringify(value, null, isArray && isPretty ? 1 : 0)}`;
            });
            const body = texts.join('');
            return `${hasMark ? '\ufeff' : ''}${isArray ? `[${body}${end}]${end}` : `${body}${end}`}`;
          };
          const whole = written(objects.length);

          await addFileMessages(store, id, inChunks(written(Math.min(cut, objects.length)), 5));
          const { head } = await addFileMessages(store, id, inChunks(whole, 7));

          expect(await exported(store, id)).toBe(whole);
          expect(await store.verify(id, head)).toMatchObject({ isIntact: true });
        },
      ),
      { numRuns: 40 },
    );
  });
});
