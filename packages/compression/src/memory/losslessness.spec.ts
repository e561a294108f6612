import {
  CompressionLevel,
  type ConversationMessage,
  ICompressionStore,
  IContextExpander,
  IConversationMemory,
  type NewMessage,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { IDatabase } from '@lexichord/storage';
import fc from 'fast-check';

import { logTable } from '../store/compression-tables.js';
import { type AMemory, aMemory } from '../test-support/a-memory.js';
import { anyMessage } from '../test-support/any-message.js';

/** Messages in pieces, as they are added; segments are small, so that many are closed. */
const pieces = fc.array(fc.array(anyMessage, { maxLength: 9 }), { minLength: 1, maxLength: 4 });

describe('conversation memory as a whole', () => {
  let opened: AMemory;

  beforeAll(async () => {
    opened = await aMemory({ segments: { maxMessages: 4 } });
  });

  afterAll(() => opened.dispose());

  it('COMP-06: what was added, compressed, appended to and compacted expands to every message, byte for byte', async () => {
    const { container } = opened;
    const memory = resolveToken(container, IConversationMemory);
    const store = resolveToken(container, ICompressionStore);
    const expander = resolveToken(container, IContextExpander);
    const database = resolveToken(container, IDatabase);
    let conversations = 0;
    await fc.assert(
      fc.asyncProperty(pieces, async (appends) => {
        const id = `c${conversations++}`;
        for (const messages of appends) await memory.add(id, messages);
        const table = await database.table(logTable);
        await table.optimize();
        const all = appends.flat();
        if (all.length === 0) return;

        const said: ConversationMessage[] = [];
        for (const { segmentId } of await memory.segments(id)) {
          const steps = await expander.cascadeExpand(segmentId, CompressionLevel.tags, CompressionLevel.full);
          said.push(...(steps.at(-1)?.messages ?? []));
        }

        expect(said.map(saidOf)).toEqual(all.map(saidOf));
        const head = await store.head(id);
        expect(await store.verify(id, head?.head ?? '')).toMatchObject({ isIntact: true, messages: all.length });
      }),
      { numRuns: 12 },
    );
  });
});

function saidOf({ role, speaker, content, timestampMs }: NewMessage): NewMessage {
  return { role, speaker, content, timestampMs };
}
