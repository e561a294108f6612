import { escapeCharacter } from '@lexichord/platform/internal';
import { PatternSecretScanner } from '@lexichord/testing';

import { createQuoteScreen } from './quote-screen.js';

describe('createQuoteScreen', () => {
  const scanner = new PatternSecretScanner();

  it('replaces the secrets of the texts wherever they are quoted, the longer ones whole, and nothing else', async () => {
    const screen = await createQuoteScreen(['open secret:one', 'secret:onetwo of', 'plain words'], scanner);

    expect(screen('cannot open secret:one, secret:onetwo, secret:other or plain words')).toBe(
      'cannot open [secret: token], [secret: token], secret:other or plain words',
    );
  });

  it('replaces the beginning of a secret at which a quote is cut', async () => {
    const screen = await createQuoteScreen(['secret:onetwo'], scanner);

    expect(screen('no file a/secret:one… is there')).toBe('no file a/[secret: token]… is there');
  });

  it('replaces a secret that is quoted with escapes', async () => {
    const secret = 'a "b"\u200b c';
    const screen = await createQuoteScreen([secret], { scan: scanAll });

    const quotes = [JSON.stringify(secret), secret.replace('\u200b', escapeCharacter)];

    expect(screen(quotes.join(' and '))).toBe('"[secret: all]" and [secret: all]');
  });
});

/** Takes all of a text for a secret. */
const scanAll = (text: string) =>
  Promise.resolve([{ rule: 'all', startOffset: 0, endOffset: text.length, startLine: 1, endLine: 1 }]);
