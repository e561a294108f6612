import { aFragment } from '@lexichord/testing';
import { type Holder, cutDuplicates, toComparable } from './cut-duplicates.js';
import type { GatheredFragment } from './gathered-fragment.js';

const long = 'This paragraph is longer than forty characters and easy to recognise.';
const other = 'Another paragraph, which is also longer than forty characters in all.';

function gathered(sourceId: string, content: string, isRequired = false): GatheredFragment {
  const fragment = aFragment({ sourceId, label: `Label of ${sourceId}`, content });
  const { tokenEstimate: maxTokens } = fragment;
  const plain = { isQuoted: false, isFramed: false, secrets: [] };
  return { priority: 60, fragment, maxTokens, isRequired, inflation: 1, shorten: undefined, ...plain };
}

function holder(sourceId: string, content: string, isRequired = false): Holder {
  return toComparable(gathered(sourceId, content, isRequired));
}

const cut = (candidate: GatheredFragment, ...holders: Holder[]): ReturnType<typeof cutDuplicates> =>
  cutDuplicates(toComparable(candidate), holders, 0.85);

describe('cutDuplicates', () => {
  it('finds an equal fragment whatever its white space', () => {
    const document = holder('document', `${long}\n\nShort.`);

    expect(cut(gathered('rag', `  ${long.replaceAll(' ', '\n')}\n\n\n\nShort.\r\n`), document)).toEqual({
      kind: 'duplicate',
      holder: document,
    });
  });

  it('DES-072c AC-3: takes a similar text for the same, but not with a paragraph more', () => {
    const rules =
      'Always delete the previous backup of every single customer before the new one is written to the second disk by the nightly service.';

    // Similar as a set of words, and held as a block: that is what the threshold means.
    expect(cut(gathered('rag', rules.replace('new', 'next')), holder('document', rules)).kind).toBe('duplicate');
    // The same with one short paragraph more, which nobody holds: it stays.
    const verdict = cut(gathered('rag', `${rules}\n\nNever do this.`), holder('document', rules));
    expect(verdict).toMatchObject({ kind: 'partly', content: '[see Label of document]\n\nNever do this.' });
  });

  it.each([
    ['a number', 'wait 5 seconds', 'wait 9 seconds'],
    ['a short word', 'go to step B', 'go to step C'],
    ['a negation that comes', 'do delete the backup', 'do not delete the backup'],
    ['a negation that goes', "don't delete the backup", 'do delete the backup'],
    ['a bound', 'delete old files', 'delete only old files'],
    ['a name with a digit', 'write to server1', 'write to server2'],
  ])('DES-072c AC-3: does not take a similar text for the same that differs in %s', (_what, held, said) => {
    const around = 'When the nightly service has finished copying every customer record to the second disk, please';

    expect(cut(gathered('rag', `${around} ${said}.`), holder('document', `${around} ${held}.`)).kind).toBe('distinct');
    expect(cut(gathered('rag', `${around} ${held}.`), holder('document', `${around} ${held}!`)).kind).toBe('duplicate');
  });

  it('cuts a run of held blocks once, from whichever fragments hold them', () => {
    const document = holder('document', `${long}\n\n${other}`);
    const rag = holder('rag', 'Text of its own, which is longer than forty characters for sure.');
    const content = `Start.\n\n${long}\n\n${other}\n\nMiddle.\n\n${rag.text.content}\n\nEnd.`;

    expect(cut(gathered('style', content), document, rag)).toEqual({
      kind: 'partly',
      content: 'Start.\n\n[see Label of document]\n\nMiddle.\n\n[see Label of rag]\n\nEnd.',
      holders: [document, rag],
      blocks: 3,
    });
  });

  it('finds a fenced block by what is inside the fence', () => {
    const document = holder('document', `Text.\n\n${long}\n\n${other}`);

    const verdict = cut(
      gathered('rag', `### notes.md\n\n\`\`\`\`md\n${long}\n\n${other}\n\`\`\`\`\n\nMore.`),
      document,
    );

    expect(verdict).toMatchObject({ kind: 'partly', content: '### notes.md\n\n[see Label of document]\n\nMore.' });
  });

  it('drops a fragment of which only headings would be left', () => {
    const document = holder('document', `Text.\n\n${long}`);

    expect(cut(gathered('rag', `### notes.md (lines 3-4), found by the search\n\n${long}`), document).kind).toBe(
      'duplicate',
    );
  });

  it('keeps short blocks and parts of words', () => {
    const document = holder('document', `Short one.\n\nx${long}x`);

    expect(cut(gathered('rag', `Short one.\n\nIts own text.`), document).kind).toBe('distinct');
    expect(cut(gathered('rag', `${long}\n\nIts own text.`), document).kind).toBe('distinct');
  });

  it.each(['document', 'selection', 'cursor'])('never cuts blocks from the %s', (sourceId) => {
    const candidate = gathered(sourceId, `${long}\n\nIts own text.`);

    expect(cut(candidate, holder('custom', `${long}\n\n${other}`)).kind).toBe('distinct');
  });

  it('lets the document go only for the selection, and the selection for nothing', () => {
    expect(cut(gathered('document', long), holder('rag', long, true)).kind).toBe('distinct');
    expect(cut(gathered('document', long), holder('selection', long)).kind).toBe('duplicate');
    expect(cut(gathered('selection', long), holder('document', long)).kind).toBe('distinct');
    expect(cut(gathered('cursor', long), holder('document', long)).kind).toBe('duplicate');
  });

  it('never drops a required fragment for one that is not', () => {
    expect(cut(gathered('style', long, true), holder('rag', long)).kind).not.toBe('duplicate');
    expect(cut(gathered('style', long, true), holder('rag', long, true)).kind).toBe('duplicate');
  });
});
