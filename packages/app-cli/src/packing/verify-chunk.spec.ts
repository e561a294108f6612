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
    ['of lines that are gone', 'x\n'.repeat(10), 'The file has other text there now. Pack again.'],
    [
      'of a file that is too long to look everywhere',
      'x\n'.repeat(200_010),
      'The file has other text there now, and is too long to look for the lines everywhere. Pack again.',
    ],
    ['of lines that have moved', 'x\nwanted\n', 'The lines are 2-2 now. Pack again.'],
  ])('says so %s', async (_what, content, expected) => {
    expect(await messageFor(content, 'wanted\n')).toBe(expected);
  });
});
