import type { ContextGatheringRequest } from '@lexichord/abstractions';
import { MemoryEditorService, PlainStructureService } from '@lexichord/testing';
import { deriveQuery, maxQueryLength } from './derive-query.js';

const document = ['Preface.', '# Login', 'First paragraph.', '## Tokens', 'Tokens expire.'].join('\n\n');

function queryFor(request: Partial<ContextGatheringRequest>, content = document): Promise<string | undefined> {
  const editor = new MemoryEditorService({ 'doc.md': content });
  return deriveQuery({ agentId: 'copilot', ...request }, { editor, structure: new PlainStructureService() });
}

describe('deriveQuery', () => {
  it('prefers the hint, then the selection, then the paragraph and heading around the cursor', async () => {
    const atCursor = { documentPath: 'doc.md', cursorPosition: document.indexOf('expire') };
    const selected = { ...atCursor, selectedText: ' selected\ntext ' };

    expect(await queryFor({ ...selected, hints: { query: ' why? ' } })).toBe('why?');
    expect(await queryFor({ ...selected, hints: { query: '  ' } })).toBe('selected\ntext');
    expect(await queryFor(atCursor)).toBe('Tokens\nTokens expire.');
  });

  it.each([
    ['before any heading', 0, 'Preface.'],
    ['on a heading', document.indexOf('Login'), 'Login\nFirst paragraph.'],
    ['on a blank line', document.indexOf('First') - 1, 'Login\nFirst paragraph.'],
    ['beyond the end', 10_000, 'Tokens\nTokens expire.'],
  ])('reads the paragraph for a cursor %s', async (_case, cursorPosition, query) => {
    expect(await queryFor({ documentPath: 'doc.md', cursorPosition })).toBe(query);
  });

  it.each([
    ['nothing is known', {}, document],
    ['there is no cursor', { documentPath: 'doc.md' }, document],
    ['there is no document', { cursorPosition: 3 }, document],
    ['the document is blank', { documentPath: 'doc.md', cursorPosition: 0 }, ' \n '],
  ])('gives nothing when %s', async (_case, request, content) => {
    expect(await queryFor(request, content)).toBeUndefined();
  });

  it('gives the heading alone when nothing stands under it', async () => {
    expect(await queryFor({ documentPath: 'doc.md', cursorPosition: 3 }, '# One\n\n# Two')).toBe('One');
    expect(await queryFor({ documentPath: 'doc.md', cursorPosition: 9 }, '# One\n\n# Two')).toBe('Two');
  });

  it('cuts a long selection at a word', async () => {
    const query = await queryFor({ selectedText: 'seventeen letters '.repeat(200) });

    expect(query?.length).toBeLessThanOrEqual(maxQueryLength);
    expect(query?.length).toBeGreaterThan(maxQueryLength - 20);
    expect(query).toMatch(/(?:seventeen|letters)$/u);
  });

  it('never splits a pair where there is no word to cut at', async () => {
    const query = await queryFor({ selectedText: `x${'😀'.repeat(2_000)}` });

    expect(query?.length).toBe(maxQueryLength - 1);
    expect(query).not.toMatch(/[\ud800-\udfff]/u);
  });

  it('takes the part of a long paragraph that the cursor is in', async () => {
    const words = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
    const content = `# Title\n\n${words}`;

    const query = await queryFor({ documentPath: 'doc.md', cursorPosition: content.indexOf('word2500 ') }, content);

    expect(query?.length).toBeLessThanOrEqual(maxQueryLength);
    expect(query).toMatch(/^Title\nword\d+ .*word2500 .*word\d+$/su);
  });

  it('reads no document when it does not need one', async () => {
    await expect(queryFor({ documentPath: 'missing.md', cursorPosition: 1, selectedText: 'x' })).resolves.toBe('x');
    await expect(queryFor({ documentPath: 'missing.md', cursorPosition: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('stops when it is cancelled', async () => {
    const reason = new DOMException('Enough.', 'AbortError');
    const query = deriveQuery(
      { agentId: 'copilot', documentPath: 'doc.md', cursorPosition: 1 },
      {
        editor: new MemoryEditorService({ 'doc.md': document }),
        structure: new PlainStructureService(),
        signal: AbortSignal.abort(reason),
      },
    );

    await expect(query).rejects.toBe(reason);
  });
});
