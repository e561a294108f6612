import { aRankedChunk } from '../test-support/a-ranked-chunk.js';
import { isOutlined, outlined, outlineLine } from './less-detail.js';

describe('outlineLine', () => {
  const chunk = aRankedChunk({ symbol: 'add', content: 'function add(a) {\n  return a;\n}\n' });

  it('shows less and keeps the handle', () => {
    const { id } = chunk;

    expect(outlineLine(chunk, 'signature')).toEqual({ id, content: 'function add(a)', detailLevel: 'signature' });
    expect(outlineLine(chunk, 'name')).toEqual({ id, content: 'function add', detailLevel: 'name' });
    expect(outlineLine(chunk, 'path')).toEqual({ id, content: '', detailLevel: 'path' });
  });

  it('takes the place of the body, whose lines stay', () => {
    const line = { id: chunk.id, content: 'function add', detailLevel: 'name' } as const;

    expect(outlined(chunk, line, 2)).toEqual({ ...chunk, content: 'function add', tokenCount: 2, detailLevel: 'name' });
  });

  it('has nothing where there is nothing to show', () => {
    expect(outlineLine(aRankedChunk(), 'signature')).toBeUndefined();
    expect(outlineLine(aRankedChunk(), 'name')).toBeUndefined();
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
