import { type ExpandedContext, ICompressionStore, IContextExpander } from '@lexichord/abstractions';

import type { ConnectionFixture } from './connection-fixture.js';

const expanded: ExpandedContext = {
  segmentId: 's-1',
  level: 1,
  content: 'More of it.',
  tokenCount: 3,
  isFullTranscript: false,
  secrets: [],
};

/** Stored conversations and their segments. */
export function describeConversations(fixture: ConnectionFixture): void {
  describe('conversations', () => {
    const store = {
      conversations: () =>
        Promise.resolve([
          { conversationId: 'a', head: '1', messages: 2 },
          { conversationId: 'b', head: '2', messages: 1 },
        ]),
    } as unknown as ICompressionStore;

    it('lists them, and none where there is no memory', async () => {
      expect(await (await fixture.start()).listConversations()).toEqual([]);

      expect(await (await fixture.start({ services: [[ICompressionStore, store]] })).listConversations()).toEqual([
        'a',
        'b',
      ]);
    });

    it('expands a segment, and says what is missing where it cannot', async () => {
      const asked: unknown[] = [];
      const expand = (...call: unknown[]): Promise<ExpandedContext> => {
        asked.push(call.slice(0, 3));
        return Promise.resolve(expanded);
      };
      const wanted = { segmentId: 's-1', fromLevel: 2, toLevel: 1 } as const;
      await expect((await fixture.start()).expandSegment(wanted)).rejects.toMatchObject({ code: 'not-found' });

      const connection = await fixture.start({ services: [[IContextExpander, { expand }]] });

      expect(await connection.expandSegment(wanted)).toEqual(expanded);
      expect(asked).toEqual([['s-1', 2, 1]]);
    });

    it('asks for the tier that opens memory where it is locked', async () => {
      const connection = await fixture.start({ tier: 'Core' });

      await expect(connection.expandSegment({ segmentId: 's-1', fromLevel: 2, toLevel: 1 })).rejects.toMatchObject({
        code: 'license-required',
      });
    });
  });
}
