import type { DocumentSnapshot } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { FencedStructureService } from '../test-support/fenced-structure-service.js';
import { words } from '../test-support/strategy-fixture.js';
import { buildExcerpt } from './build-excerpt.js';
import { measureDocument } from './measure-document.js';
import { gapsBetween } from './render-excerpt.js';

/** Counts a long text higher than its parts together, as a byte-pair encoding may at a seam. */
class SteepCounter extends WordTokenCounter {
  override countTokens(text: string): number {
    const count = super.countTokens(text);
    return count + Math.floor(count ** 1.5 / 20);
  }
}

async function measured(content: string, tokenCounter = new WordTokenCounter()) {
  const snapshot: DocumentSnapshot = {
    path: 'doc.md',
    content,
    version: '1',
    language: 'markdown',
    isUnsaved: false,
    decoding: 'utf-8',
  };
  return measureDocument(content, await new FencedStructureService().getStructure(snapshot), tokenCounter);
}

describe('buildExcerpt', () => {
  it('keeps the limit by itself when the whole counts to more than its parts', async () => {
    const tokenCounter = new SteepCounter();
    const content = Array.from({ length: 60 }, (_, index) => words(10 + (index % 30), `p${index}_`)).join('\n\n');
    const document = await measured(content, tokenCounter);

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 900 }),
        fc.option(fc.nat({ max: content.length }), { nil: undefined }),
        async (maxTokens, focus) => {
          const excerpt = buildExcerpt(document, { focus, maxTokens, tokenCounter });
          expect(tokenCounter.countTokens(excerpt.content)).toBeLessThanOrEqual(maxTokens);
          expect(tokenCounter.countTokens(excerpt.content)).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keeps the limit by itself with the real counter', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const content = Array.from({ length: 200 }, (_, index) => `## S${index}\n\n${words(index % 50, `w${index}`)}`).join(
      '\n\n',
    );
    const snapshot = await measured(content);
    const document = measureDocument(content, snapshot.structure, tokenCounter);

    fc.assert(
      fc.property(fc.integer({ min: 20, max: 2_000 }), fc.nat({ max: content.length }), (maxTokens, focus) => {
        const excerpt = buildExcerpt(document, { focus, maxTokens, tokenCounter });
        expect(tokenCounter.countTokens(excerpt.content)).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the headings above the cursor when their section alone is far too long', async () => {
    const tokenCounter = new WordTokenCounter();
    const section = Array.from({ length: 100 }, (_, index) => words(30, `p${index}_`)).join('\n\n');
    const content = `# Book\n\nOpening.\n\n# Part\n\n## Chapter\n\n${section}`;

    const excerpt = buildExcerpt(await measured(content), {
      focus: content.indexOf('p60_7'),
      maxTokens: 300,
      tokenCounter,
    });

    expect(excerpt.content).toMatch(
      /^# Book\n\nOpening\.\n\n# Part\n\n## Chapter\n\n\[… about [\d,]+ tokens left out …\]\n\np5\d_/u,
    );
    expect(excerpt.content).toContain('p60_7');
  });

  it('sets no mark that costs as much as the text it stands for', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const content = Array.from(
      { length: 60 },
      (_, index) => `## S${index}\n\nTiny.\n\n${words(index % 7 === 0 ? 40 : 3, `w${index}_`)}`,
    ).join('\n\n');
    const { structure } = await measured(content);
    const document = measureDocument(content, structure, tokenCounter);

    fc.assert(
      fc.property(fc.integer({ min: 100, max: 900 }), fc.nat({ max: content.length }), (maxTokens, focus) => {
        const excerpt = buildExcerpt(document, { focus, maxTokens, tokenCounter });
        const marks = excerpt.content.match(/^\[….*…\]$/gmu) ?? [];
        const gaps = gapsBetween(excerpt.ranges, content.length)
          .map(({ startOffset, endOffset }) => content.slice(startOffset, endOffset))
          .filter((gap) => gap.trim().length > 0);

        expect(tokenCounter.countTokens(excerpt.content)).toBeLessThanOrEqual(maxTokens);
        expect(marks).toHaveLength(gaps.length);
        for (const [index, gap] of gaps.entries()) {
          expect(tokenCounter.countTokens(marks[index] ?? '')).toBeLessThan(tokenCounter.countTokens(gap));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('does without marks when the limit is too small for them', async () => {
    const content = words(500);

    const excerpt = buildExcerpt(await measured(content), {
      focus: 1_000,
      maxTokens: 20,
      tokenCounter: new WordTokenCounter(),
    });

    expect(excerpt.content).toMatch(/^(?:word\d+ ?){18,20}$/u);
  });
});
