import { copyText } from './copying.js';

describe('copyText', () => {
  it('puts the text on the clipboard', async () => {
    const written: string[] = [];

    const isCopied = await copyText('a\r\nb', { writeText: async (text) => void written.push(text) });

    expect([isCopied, written]).toEqual([true, ['a\r\nb']]);
  });

  it('says when there is no clipboard, or when the browser refuses', async () => {
    expect(await copyText('a', undefined)).toBe(false);
    expect(await copyText('a', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })).toBe(
      false,
    );
  });
});
