import { WordTokenCounter } from '@lexichord/testing';

import { aRankedChunk } from '../test-support/a-ranked-chunk.js';
import { isOutlined, outlined } from './less-detail.js';

const counter = new WordTokenCounter();

describe('outlined', () => {
  const chunk = aRankedChunk({ symbol: 'add', content: 'function add(a) {\n  return a;\n}\n' });

  it('shows less and keeps handle and lines of the body', () => {
    const { id, startLine, endLine } = chunk;

    expect(outlined(chunk, 'signature', counter)).toMatchObject({
      ...{ id, startLine, endLine, detailLevel: 'signature' },
      ...{ content: 'function add(a)', tokenCount: counter.countTokens('function add(a)') },
    });
    expect(outlined(chunk, 'name', counter)).toMatchObject({ id, content: 'function add', detailLevel: 'name' });
    expect(outlined(chunk, 'path', counter)).toMatchObject({ id, content: '', tokenCount: 0, detailLevel: 'path' });
  });

  it('has nothing where there is nothing to show', () => {
    expect(outlined(aRankedChunk(), 'signature', counter)).toBeUndefined();
    expect(outlined(aRankedChunk(), 'name', counter)).toBeUndefined();
  });
});

describe('isOutlined', () => {
  it.each([
    [undefined, false],
    ['body', false],
    ['signature', true],
    ['name', true],
    ['path', true],
  ] as const)('of %s: %s', (detailLevel, expected) => {
    expect(isOutlined({ detailLevel })).toBe(expected);
  });
});
