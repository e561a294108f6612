import type { IEditorService } from '@lexichord/abstractions';
import { chunkId } from '@lexichord/platform/internal';

import type { RecordedChunk } from './find-chunk.js';
import { verifyChunks } from './verify-chunk.js';

/** What is said of one packed line of a file that has another text now. */
async function messageFor(content: string, packed: string): Promise<string | undefined> {
  const place = { filePath: 'a.ts', startLine: 1, endLine: 1 };
  const chunk = { ...place, id: chunkId(place, packed) } as RecordedChunk;
  const editor = { getContent: () => Promise.resolve(content) } as unknown as IEditorService;
  const [verified] = await verifyChunks([chunk], editor, {});
  return verified?.message;
}

describe('verifyChunks', () => {
  it.each([
    ['of lines that are gone', 'x\n'.repeat(10), 'The file now has other text there. Pack again.'],
    [
      'of a file that is too long to look everywhere',
      'x\n'.repeat(200_010),
      'The file now has other text there, and is too long for a complete search. Pack again.',
    ],
    ['of lines that have moved', 'x\nwanted\n', 'The lines have moved to 2-2. Pack again.'],
  ])('says so %s', async (_what, content, expected) => {
    expect(await messageFor(content, 'wanted\n')).toBe(expected);
  });
});
