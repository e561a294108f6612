import { readToolOutput } from './read-tool-output.js';

describe('T-016 NFR-016-12: readToolOutput', () => {
  const maxBytes = 3_000_000;
  const line = (number: number): string => `${number} ok ${'.'.repeat(90)}\n`;

  /** So many lines of a log, with one that failed among them, as a stream that cannot be read twice. */
  function logOf(count: number, failedLine: number): () => AsyncIterable<Uint8Array> {
    const made = (async function* (): AsyncGenerator<Uint8Array, void, undefined> {
      for (let from = 1; from <= count; from += 1_000) {
        const numbers = Array.from({ length: Math.min(1_000, count - from + 1) }, (_, index) => from + index);
        const lines = numbers.map((number) => (number === failedLine ? `${number} ferry failed\n` : line(number)));
        yield await Promise.resolve(Buffer.from(lines.join('')));
      }
    })();
    return () => made;
  }

  it('gives an output up to the maximum as a whole, in whatever pieces its characters come', async () => {
    const bytes = Buffer.from('\ufefffünf 😀\r\nsechs');
    const stream = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
      for (const byte of bytes) yield await Promise.resolve(Uint8Array.of(byte));
    };

    const read = await readToolOutput(stream, { task: '', maxBytes });

    expect(read).toEqual({ sections: [{ startLine: 1, endLine: 2, content: 'fünf 😀\r\nsechs' }] });
  });

  it('keeps a sample of a longer one: beginning, end, and what the task is about', async () => {
    const { sections, omission } = await readToolOutput(logOf(300_000, 150_000), { task: 'Why the ferry?', maxBytes });

    const length = sections.reduce((sum, { content }) => sum + content.length, 0);
    expect(length).toBeGreaterThan(900_000);
    expect(length).toBeLessThan(1_050_000);
    expect(sections[0]?.content.startsWith(line(1))).toBe(true);
    expect(sections.at(-1)?.content.endsWith(line(300_000))).toBe(true);
    const failed = sections.find(({ content }) => content.includes('ferry failed'));
    const lines = failed?.content.split('\n') ?? [];
    expect(lines[150_000 - (failed?.startLine ?? 0)]).toBe('150000 ferry failed');
    expect(omission).toMatch(
      /^has [\d,]+ bytes, more than 3,000,000: the pack uses [\d,]+ of its 300,000 lines: its beginning, its end, and the lines between them with the most words of the task\.$/u,
    );
  });

  it('does the same with a text, and says that a line was cut', async () => {
    const text = `${'x'.repeat(3_200_000)}\nend\n`;

    const { sections, omission } = await readToolOutput(text, { task: '', maxBytes });

    expect(sections).toEqual([{ startLine: 1, endLine: 2, content: `${'x'.repeat(16_000)}\nend\n` }]);
    expect(omission).toMatch(/ 1 line of more than 16,000 characters was cut\.$/u);
  });

  it('takes from a longer one no more than an output may have, where that is little', async () => {
    const text = Array.from({ length: 2_000 }, (_, index) => line(index + 1)).join('');

    const { sections, omission } = await readToolOutput(text, { task: '', maxBytes: 30_000 });

    const length = sections.reduce((sum, { content }) => sum + content.length, 0);
    expect(length).toBeGreaterThan(9_000);
    expect(length).toBeLessThan(30_000);
    expect(omission).toMatch(/more than 30,000: /u);
  });

  it('refuses what is no text, and passes on what the stream throws', async () => {
    const broken = (): AsyncIterable<string> => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new RangeError('gone')) }),
    });

    await expect(readToolOutput('a\0b', { task: '', maxBytes })).rejects.toMatchObject({ code: 'binary-file' });
    await expect(readToolOutput(broken, { task: '', maxBytes })).rejects.toThrow('gone');
  });
});
