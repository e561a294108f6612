import { ScreenedText } from '@lexichord/secrets';
import { PatternSecretScanner } from '@lexichord/testing';

import { findInExcerpt } from './screen-hits.js';

const scanner = new PatternSecretScanner();
const key = 'BEGIN KEY\none\ntwo\nEND KEY';

describe('findInExcerpt', () => {
  const file = ['first', key, 'last secret:x', 'end'].join('\n');

  it('finds the lines of a secret that begins above the excerpt', async () => {
    const content = 'two\nEND KEY\nlast secret:x';

    const findings = await findInExcerpt({ content, startLine: 4 }, file, { scanner });

    expect(new ScreenedText(content, findings, { keepsLines: true }).text).toBe(
      '[secret: private-key]\n\nlast [secret: token]',
    );
    expect(findings.map(({ rule, startLine, endLine }) => [rule, startLine, endLine])).toEqual([
      ['private-key', 2, 5],
      ['token', 6, 6],
    ]);
  });

  it('judges an excerpt of a file that cannot be read by itself', async () => {
    const findings = await findInExcerpt({ content: 'a\nsecret:x', startLine: 7 }, undefined, { scanner });

    expect(findings.map(({ startLine }) => startLine)).toEqual([8]);
  });
});
