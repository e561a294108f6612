import type { ICompressionStore } from '@lexichord/abstractions';

import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { recallFrom } from './test-support/recall-from.js';

const stores = new TemporaryStores();

afterAll(() => stores.dispose());

describe('finding conversations', () => {
  let store: ICompressionStore;

  beforeEach(async () => {
    store = await stores.fresh();
    await say('harbour', 'The ferry leaves at nine.', 'We paint the ferry green.', 'The harbour office is closed.');
    await say('kitchen', 'The bakery opens at six.', 'Bread is sold out at ten.');
    await say('garage', 'The van needs new brakes.');
  });

  const say = (id: string, ...contents: readonly string[]) =>
    store.append(
      id,
      contents.map((content) => ({ role: 'user', content })),
    );
  const idsOf = async (query: string, recall = recallFrom(store)): Promise<readonly string[]> =>
    (await recall.find(query)).map(({ conversationId }) => conversationId);

  it('gives those with words of the question, the most relevant first, with a relevance above 0 to 1', async () => {
    await say('notes', 'Ferry, bakery, van, harbour, tram, bus, market, school.');

    const found = await recallFrom(store).find('Which colour will the ferry in the harbour have?');

    expect(found.map(({ conversationId }) => conversationId)).toEqual(['harbour', 'notes']);
    expect(found[0]).toMatchObject({ messages: 3 });
    for (const { relevance } of found) {
      expect(relevance).toBeGreaterThan(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }
  });

  it('gives the one that says rare words of the question rather than one with many common ones', async () => {
    for (const id of ['one', 'two', 'three']) await say(id, 'A question about the plan, and the plan again.');
    await say('plan', 'Plan.');

    expect((await idsOf('the plan for the brakes'))[0]).toBe('garage');
  });

  it('joins what several messages say, and counts the words of an id', async () => {
    await say('billing refactor', 'Move it to the new module.');

    expect((await idsOf('bakery bread'))[0]).toBe('kitchen');
    expect((await idsOf('what did we say of the billing refactor'))[0]).toBe('billing refactor');
  });

  it('counts the names of speakers, for each of their messages', async () => {
    const message = (speaker: string, content: string) => ({ role: 'user', speaker, content });
    await store.append('people', [message('Caroline', 'I adopted a puppy.'), message('Caroline', 'It is small.')]);
    await store.append('others', [message('Bob', 'I adopted a puppy.'), message('Bob', 'It is small.')]);

    expect(await idsOf('Caroline')).toEqual(['people']);
    expect(await idsOf('Which puppy did Caroline adopt?')).toEqual(['people', 'others']);
  });

  it('leaves out a conversation without messages, whatever its id', async () => {
    await store.append('lighthouse', []);

    expect(await idsOf('lighthouse')).toEqual([]);
  });

  it('reads a conversation once for questions at the same time, and until it changes', async () => {
    const reads: string[] = [];
    const counting = new Proxy(store, {
      get: (target, name: keyof ICompressionStore) => {
        if (name !== 'messages') return target[name].bind(target);
        return (...args: Parameters<ICompressionStore['messages']>) => {
          reads.push(args[0]);
          return target.messages(...args);
        };
      },
    });
    const recall = recallFrom(counting);

    await Promise.all(['ferry', 'bread', 'van'].map((query) => recall.find(query)));
    await recall.find('harbour');
    expect([...reads].sort()).toEqual(['garage', 'harbour', 'kitchen']);

    await store.remove('kitchen');
    await say('garage', 'And new tyres.');
    expect(await idsOf('tyres', recall)).toEqual(['garage']);
    expect(reads.slice(3)).toEqual(['garage']);
  });

  it('goes on for other questions where one is given up', async () => {
    const recall = recallFrom(store);
    const giving = new AbortController();
    const given = recall.find('ferry', { signal: giving.signal });
    const other = recall.find('ferry');
    giving.abort(new Error('enough'));

    await expect(given).rejects.toThrow('enough');
    expect((await other).map(({ conversationId }) => conversationId)).toEqual(['harbour']);
  });

  it.each(['', '   ', 'zebra', 'the of and'])('gives none for %j', async (query) => {
    expect(await idsOf(query)).toEqual([]);
  });

  it('sees what was added, removed and stored anew since the last question', async () => {
    const recall = recallFrom(store);
    expect(await idsOf('lighthouse', recall)).toEqual([]);

    await say('garage', 'The van is parked at the lighthouse.');
    expect(await idsOf('lighthouse', recall)).toEqual(['garage']);

    await store.remove('garage');
    expect(await idsOf('lighthouse', recall)).toEqual([]);

    await say('garage', 'The tram stops here.');
    expect(await idsOf('lighthouse', recall)).toEqual([]);
    expect(await idsOf('tram', recall)).toEqual(['garage']);
  });

  it('is not led by the words of a secret', async () => {
    await say('keys', 'The password of Berlin is secret:zanzibar.');

    await say('secret:tasmania', 'Hello.');

    expect(await idsOf('Berlin')).toEqual(['keys']);
    expect(await idsOf('zanzibar')).toEqual([]);
    expect(await idsOf('tasmania')).toEqual([]);
  });

  it('ends with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));

    await expect(recallFrom(store).find('ferry', { signal })).rejects.toThrow('enough');
  });

  it('gives the same order for the same conversations, whatever was asked before', async () => {
    const recall = recallFrom(store);
    await idsOf('bakery', recall);
    await say('kitchen', 'The ferry brings flour.');

    expect(await recall.find('the ferry and the bakery')).toEqual(
      await recallFrom(store).find('the ferry and the bakery'),
    );
  });
});
