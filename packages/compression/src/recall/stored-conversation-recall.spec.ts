import { CompressionLevel, type ICompressionStore } from '@lexichord/abstractions';

import { segmentIdOf } from '../segment-id.js';
import { aStoredSegment, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { recallFrom } from './test-support/recall-from.js';

const stores = new TemporaryStores();
const size = 10;

afterAll(() => stores.dispose());

/** Closes as many segments as the messages are enough for. */
async function add(store: ICompressionStore, count: number, from = 0): Promise<void> {
  await store.append('talk', someMessages(count, from));
  const messages = await store.messages('talk');
  const closed = (await store.segments('talk')).length;
  const numbers = Array.from({ length: Math.floor(messages.length / size) }, (_unused, place) => place + 1);
  await store.putSegments(
    numbers
      .slice(closed)
      .map((number) => aStoredSegment('talk', number, messages.slice((number - 1) * size, number * size))),
  );
}

describe('ConversationRecall from a database', () => {
  it('recalls closed and open segments, and what was added since', async () => {
    const store = await stores.fresh();
    await add(store, 95);
    const recall = recallFrom(store);

    const before = await recall.allocate('talk', 'What said 93?', 120);
    await add(store, 30, 95);
    const after = await recall.allocate('talk', 'What said 117?', 120);

    expect(before.content).toContain('Assistant: What 93 says');
    expect(before.segments.at(-1)).toMatchObject({ segmentId: segmentIdOf('talk', 10), level: CompressionLevel.full });
    expect(after.content).toContain('Assistant: What 117 says');
    expect(after.segments.map(({ segmentId }) => segmentId)).toContain(segmentIdOf('talk', 12));
    expect(after).toEqual(await recallFrom(store).allocate('talk', 'What said 117?', 120));
  });

  it('tells nothing of what another process has removed, nor takes it for what is stored under its id', async () => {
    const place = await stores.location();
    const [store, other] = [stores.store(stores.database(place)), stores.store(stores.database(place))];
    const [first, ...rest] = someMessages(3);
    const recall = recallFrom(store);
    await other.append('talk', [{ ...first!, content: 'The host is pluto.' }, ...rest]);
    await recall.allocate('talk', 'Which host?', 500);

    await other.remove('talk');
    await other.append('talk', [{ ...first!, content: 'The host is saturn.' }, ...rest]);
    const anew = await recall.allocate('talk', 'Which host?', 500);
    await other.append('talk', someMessages(2, 3));
    const grown = await recall.allocate('talk', 'Which host?', 500);

    for (const { content } of [anew, grown]) expect(content).toMatch(/^(?!.*pluto).*saturn/su);
    expect(grown).toEqual(await recallFrom(store).allocate('talk', 'Which host?', 500));
  });

  it('tells of hidden segments with the levels that are stored', async () => {
    const store = await stores.fresh();
    await add(store, 295);

    const { content, segments } = await recallFrom(store).allocate('talk', '', 600);

    expect(content).toMatch(/Level [23] of \d/u);
    expect(segments.filter(({ reason }) => reason === 'overview')).not.toEqual([]);
  });
});
