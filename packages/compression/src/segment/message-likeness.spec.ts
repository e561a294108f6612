import { MessageLikeness } from './message-likeness.js';
import { aConversation } from './test-support/a-conversation.js';
import { SubjectProvider } from './test-support/subject-provider.js';

describe('MessageLikeness', () => {
  it('is 1 for the same words, and less for other ones', async () => {
    const messages = aConversation(['The tide is high.', 'The tide is high.', 'The dough rises.']);

    const likeness = await new MessageLikeness(new SubjectProvider()).among(messages, {});

    expect(likeness(0, 1)).toBeCloseTo(1);
    expect(likeness(1, 2)).toBeLessThan(0.3);
    expect(likeness(1, 2)).toBe(likeness(1, 2));
  });

  it('says nothing of messages without a word, or without a vector', async () => {
    const provider = new SubjectProvider();
    const likeness = await new MessageLikeness(provider).among(aConversation(['The tide.', '', '…']), {});
    provider.embed = () => Promise.resolve([Float32Array.of(NaN, 0, 0, 0), Float32Array.of(1, 0, 0, 0)]);
    const broken = await new MessageLikeness(provider).among(aConversation(['One.', 'Two.', 'Three.']), {});

    expect([likeness(0, 1), likeness(1, 2), broken(0, 1), broken(1, 2)]).toEqual(Array.from({ length: 4 }));
  });

  it('asks for as many texts at once as the provider takes, and for each text once', async () => {
    const provider = new SubjectProvider();
    const sizes: number[] = [];
    const embed = provider.embed.bind(provider);
    provider.embed = (texts, purpose, options) => {
      sizes.push(texts.length);
      return embed(texts, purpose, options);
    };
    const contents = Array.from({ length: 20 }, (_, index) => `Boat ${index % 16}.`);
    const likeness = new MessageLikeness(provider);

    await likeness.among(aConversation(contents), {});
    await likeness.among(aConversation([...contents, 'Another boat.']), {});

    expect(sizes).toEqual([7, 7, 2, 1]);
  });

  it('stops when it is told to', async () => {
    const reason = new TypeError('Stop.');

    await expect(
      new MessageLikeness(new SubjectProvider()).among(aConversation(['One.']), { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});
