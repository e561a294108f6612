import { type ContextSource, type PackedContext, packingBudgetOf } from '@lexichord/abstractions';

import { TestPacker } from '../test-support/a-packer.js';

/** One function that is larger than the budget, in which few lines are about the task. */
const steps = Array.from({ length: 300 }, (_, index) =>
  index === 200 ? '  total += canadianProvince(total, surcharge);' : `  total += step${index}(total, ${index});`,
);
const content = ['export function compute(total) {', ...steps, '  return total;', '}', ''].join('\n');
const file: ContextSource = { sourceType: 'open-file', filePath: 'src/tax.ts', content };

describe('an open file that is larger than the budget', () => {
  const tester = new TestPacker({ 'src/tax.ts': content }, { chunking: { maxChunkTokens: 20_000 } });
  const pack = (tokens: number): Promise<PackedContext> =>
    tester.packer.pack([file], packingBudgetOf(tokens), { task: 'why is the surcharge of a Canadian province wrong' });

  afterAll(() => tester.dispose());

  it.each([300, 1_000, 2_000])('is there with what is about the task, in %d tokens', async (tokens) => {
    const { content: text, includedChunks, totalTokens } = await pack(tokens);

    expect(text).toContain('canadianProvince(total, surcharge)');
    expect(includedChunks.some(({ isTruncated }) => isTruncated === true)).toBe(false);
    const best = includedChunks.find(({ rank }) => rank === 1);
    expect(best?.startLine).toBeLessThanOrEqual(202);
    expect(best?.endLine).toBeGreaterThanOrEqual(202);
    expect(totalTokens).toBeGreaterThan(tokens * 0.6);
  });

  it('is whole where it fits', async () => {
    const { includedChunks } = await pack(20_000);

    expect(includedChunks).toMatchObject([{ startLine: 1, endLine: 303 }]);
    expect(includedChunks[0]?.part).toBeUndefined();
  });
});
