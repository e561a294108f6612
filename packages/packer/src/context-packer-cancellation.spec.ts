import { type ContextSource, packingBudgetOf } from '@lexichord/abstractions';

import { TestPacker } from './test-support/a-packer.js';

describe('a pack that is cancelled', () => {
  it('leaves no rejection to nobody when it is cancelled while git is still asked', async () => {
    const test = new TestPacker({ 'notes.md': '# Notes\n' });
    const source: ContextSource = { sourceType: 'open-file', filePath: 'notes.md', content: '# Notes\n' };
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');
    test.askGit = () =>
      new Promise((_resolve, reject) => controller.signal.addEventListener('abort', () => reject(reason)));
    test.files.onRead = () => {
      controller.abort(reason);
    };
    try {
      await expect(
        test.packer.pack([source], packingBudgetOf(1_000), { task: 'x', signal: controller.signal }),
      ).rejects.toBe(reason);
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', note);
      await test.dispose();
    }
    expect(unhandled).toEqual([]);
  });
});
