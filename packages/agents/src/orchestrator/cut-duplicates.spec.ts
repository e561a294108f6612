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

  it.each([
    [
      'a negation before it',
      'delete the temporary folder before each run of the suite.',
      'Do not delete the temporary folder before each run of the suite.',
    ],
    [
      'the order of digits',
      'Pin the parser to version 1.4 in every package of the workspace.',
      'Pin the parser to version 4.1 in every package of the workspace.',
    ],
    [
      'a decimal point',
      'Set the factor of the backoff to 1.5 in every package of it.',
      'Set the factor of the backoff to 15 in every package of it.',
    ],
    [
      'a comparison',
      'Retry the request when the latency is > 500 ms and it is empty.',
      'Retry the request when the latency is < 500 ms and it is empty.',
    ],
    [
      'a repeated number',
      'The nightly suite passed 5 of 9 shards on the runner.',
      'The nightly suite passed 9 of 9 shards on the runner.',
    ],
    [
      'a sign',
      'Set the offset of the window to -5 before the scan starts.',
      'Set the offset of the window to 5 before the scan starts.',
    ],
    [
      'a currency',
      'Pay the licence of the build server with €500 each month.',
      'Pay the licence of the build server with $500 each month.',
    ],
    [
      'an operator',
      '```ts\nif (session.expired) { refreshToken(session); }\n```',
      '```ts\nif (!session.expired) { refreshToken(session); }\n```',
    ],
    [
      'a comment',
      '```sh\nremove --recursive everything/below/temporary\n```',
      '```sh\n# remove --recursive everything/below/temporary\n```',
    ],
  ])('DES-072c AC-3: takes neither of two texts for the other that differ in %s', (_what, one, another) => {
    expect(cut(gathered('rag', one), holder('document', another)).kind).toBe('distinct');
    expect(cut(gathered('rag', another), holder('document', one)).kind).toBe('distinct');
  });

  it.each([
    [
      'a hyphen',
      'Re-run the suite, and send each e-mail of it again.',
      'Rerun the suite, and send each email of it again.',
    ],
    [
      'marks of a list',
      '- The service copies every customer record, always.',
      '* The service copies every customer record, always.',
    ],
    [
      'a heading and an exclamation',
      '### Rules\n\nCopy every customer record to the disk!',
      '# Rules\n\nCopy every customer record to the disk.',
    ],
    ['a fence', '```ts\nconst factor = compute(5) * -1;\n```', 'const factor = compute(5) * -1;'],
  ])('DES-072c AC-3: takes texts for the same that differ in %s', (_what, one, another) => {
    expect(cut(gathered('rag', one), holder('document', another)).kind).toBe('duplicate');
    expect(cut(gathered('rag', another), holder('document', one)).kind).toBe('duplicate');
  });

  it('cuts a sentence out of a block only where it says the same alone', () => {
    const sentence = 'delete the temporary folder, once the nightly suite has come to its end.';
    const around = 'Text of its own.';

    expect(cut(gathered('rag', `${sentence}\n\n${around}`), holder('document', `Do not ${sentence}`)).kind).toBe(
      'distinct',
    );
    expect(cut(gathered('rag', `${sentence}\n\n${around}`), holder('document', `Please ${sentence}`)).kind).toBe(
      'partly',
    );
  });

  it.each([
    ['an item of a list', `- ${long}`, `- Of 1 or 2.\n- ${long}\n- Of 3 or 4.`],
    ['an item without its mark', long, `- Of 1 or 2.\n- ${long}\n- Of 3 or 4.`],
    ['lines of code', `\`\`\`ts\n${long}\n\`\`\``, `\`\`\`ts\nif (a) {\n  ${long}\n}\n\`\`\``],
    ['what is between blank lines of a fence', long, `\`\`\`md\nOf 1 or 2.\n\n${long}\n\`\`\``],
  ])('cuts %s out of a block', (_what, block, held) => {
    expect(cut(gathered('rag', `${block}\n\nMore.`), holder('document', held))).toMatchObject({
      kind: 'partly',
      content: '[see Label of document]\n\nMore.',
    });
  });

  it('compares a block without text', () => {
    expect(cut(gathered('rag', `\`\`\`\n\`\`\`\n\n${long}`), holder('document', `${long}\n\n${other}`)).kind).toBe(
      'partly',
    );
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
