import { wholePieces } from './memory-export.js';

/** A text that can be read again, and fails behind its last piece if it is told to. */
class Pieces {
  opened = 0;

  constructor(
    private readonly pieces: readonly string[],
    private readonly failure?: Error,
  ) {}

  readonly open = async (): Promise<AsyncIterable<string>> => {
    this.opened += 1;
    return Promise.resolve(this.read());
  };

  private async *read(): AsyncGenerator<string, void, undefined> {
    for (const piece of this.pieces) yield Promise.resolve(piece);
    if (this.failure !== undefined) throw this.failure;
  }
}

async function printed(pieces: AsyncIterable<string>): Promise<{ readonly text: string; readonly error?: unknown }> {
  let text = '';
  try {
    for await (const piece of pieces) text += piece;
  } catch (error) {
    return { text, error };
  }
  return { text };
}

describe('wholePieces', () => {
  it.each([
    ['held', 6, 1],
    ['read again', 5, 2],
  ])('gives a whole text, %s', async (_how, maxHeldUnits, opened) => {
    const text = new Pieces(['one', 'two']);

    expect(await printed(wholePieces(text.open, { maxHeldUnits }))).toEqual({ text: 'onetwo' });
    expect(text.opened).toBe(opened);
  });

  it.each([6, 5])('gives nothing of a text whose end is damaged (%i held)', async (maxHeldUnits) => {
    const failure = new TypeError('damaged');
    const text = new Pieces(['one', 'two'], failure);

    expect(await printed(wholePieces(text.open, { maxHeldUnits }))).toEqual({ text: '', error: failure });
  });
});
