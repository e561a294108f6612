import { PatternSecretScanner } from '@lexichord/testing';
import fc from 'fast-check';

import { screenTexts } from './screen-texts.js';
import { ScreenedText, hasSecretPlaceholder, locationInFile, screenText } from './screened-text.js';

const scanner = new PatternSecretScanner();
const key = 'BEGIN KEY\none\ntwo\nEND KEY';

describe('ScreenedText', () => {
  it('has a placeholder with the name of the rule in place of each secret', async () => {
    const { text, findings, isChanged } = await screenText('a secret:x b secret:y c', scanner);

    expect([text, isChanged]).toEqual(['a [secret: token] b [secret: token] c', true]);
    expect(findings.map(({ startOffset }) => startOffset)).toEqual([2, 13]);
  });

  it('keeps line numbers where it is told to', async () => {
    const { text } = await screenText(`a\n${key}\nb`, scanner, { keepsLines: true });

    expect(text).toBe('a\n[secret: private-key]\n\n\n\nb');
    expect((await screenText(`a\n${key}\nb`, scanner)).text).toBe('a\n[secret: private-key]\nb');
  });

  it('replaces what several rules found once, under the name of the first', () => {
    const finding = { startLine: 1, endLine: 1 };
    const findings = [
      { ...finding, rule: 'one', startOffset: 2, endOffset: 6 },
      { ...finding, rule: 'two', startOffset: 4, endOffset: 9 },
    ];

    expect(new ScreenedText('a bcdefghi j', findings).text).toBe('a [secret: one]i j');
  });

  it('knows where an offset is now, and widens a range that has a part of a secret', async () => {
    const screened = await screenText('ab secret:x cd', scanner);
    const placeholder = '[secret: token]';

    expect([0, 3, 7, 11, 14].map((offset) => screened.offsetOf(offset))).toEqual([0, 3, 3, 18, 21]);
    const { startOffset, endOffset } = screened.rangeOf({ startOffset: 5, endOffset: 8 });
    expect(screened.text.slice(startOffset, endOffset)).toBe(placeholder);
  });

  it('leaves every character that is in no secret where it was among the others', async () => {
    const part = fc.constantFrom('a', '\n', 'secret:abc ', ' ', key);
    await fc.assert(
      fc.asyncProperty(fc.array(part), async (parts) => {
        const original = parts.join('');
        const screened = await screenText(original, scanner, { keepsLines: true });
        for (let offset = 0; offset < original.length; offset += 1) {
          const isSecret = screened.findings.some((one) => one.startOffset <= offset && offset < one.endOffset);
          if (!isSecret) expect(screened.text[screened.offsetOf(offset)]).toBe(original[offset]);
        }
        expect(screened.text.split('\n')).toHaveLength(original.split('\n').length);
      }),
    );
  });

  it('knows a name in which something was replaced', async () => {
    expect([
      hasSecretPlaceholder((await screenText('src/secret:x.ts', scanner)).text),
      hasSecretPlaceholder('a[1].ts'),
    ]).toEqual([true, false]);
  });

  it('says where something is in a file', () => {
    expect(locationInFile('a.ts', { startLine: 3, endLine: 3 })).toBe('a.ts:3');
    expect(locationInFile('a.ts', { startLine: 3, endLine: 9 })).toBe('a.ts:3-9');
  });
});

describe('screenTexts', () => {
  it('screens each text as if it were alone, and looks at those without secrets together', async () => {
    const counting = new PatternSecretScanner();
    const texts = [...Array.from({ length: 500 }, (_, index) => `text ${index}`), 'a secret:x', 'BEGIN KEY', 'after'];

    const screened = await screenTexts(texts, counting);

    expect(screened.map(({ text }) => text)).toEqual([
      ...texts.slice(0, 500),
      'a [secret: token]',
      '[secret: private-key]',
      'after',
    ]);
    expect(counting.scanned.length).toBeLessThan(10);
  });

  it('looks at long texts in several parts', async () => {
    const counting = new PatternSecretScanner();

    const screened = await screenTexts([`${'a'.repeat(150_000)} secret:x`, 'b'.repeat(150_000)], counting);

    expect(screened.map(({ isChanged }) => isChanged)).toEqual([true, false]);
    expect(counting.scanned).toHaveLength(3);
  });
});
