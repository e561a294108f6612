import fc from 'fast-check';
import { LineIndex } from '@lexichord/platform/internal';

import { findTextPosition } from './find-text-position.js';

const pieces = fc.array(
  fc
    .array(fc.constantFrom('a', '😀', '\ud800', '\n', '\r', '\r\n', '\u2028', '\u0085', '\t', ''), { maxLength: 8 })
    .map((parts) => parts.join('')),
  { maxLength: 8 },
);

describe('findTextPosition', () => {
  it('finds what the index of the whole text finds, however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 8 }),
        async (parts, line, column) => {
          const whole = new LineIndex(parts.join(''));
          const offset = whole.offsetAt({ line, column });

          expect(await findTextPosition(parts, { line, column })).toEqual({
            offset,
            position: whole.positionAt(offset),
          });
        },
      ),
    );
  });

  it('stops reading at the place', async () => {
    const read: string[] = [];
    const reading = function* () {
      for (const piece of ['one\nt', 'wo\n', 'three']) {
        read.push(piece);
        yield piece;
      }
    };

    expect(await findTextPosition(reading(), { line: 2, column: 3 })).toEqual({
      offset: 6,
      position: { line: 2, column: 3 },
    });
    expect(read).toEqual(['one\nt', 'wo\n']);
  });
});
