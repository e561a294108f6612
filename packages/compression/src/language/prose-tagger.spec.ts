import { ProseTagger } from './prose-tagger.js';

const short = 'Anna went home. She slept.\n';
const long = short.repeat(400);

describe('ProseTagger', () => {
  let tagger: ProseTagger;

  beforeEach(() => {
    tagger = new ProseTagger();
  });
  afterEach(() => tagger.end());

  it('finds words and sentences of a short text in place, of a long one on its thread', async () => {
    const [inPlace] = (await tagger.tag([short])) ?? [];
    const [onThread] = (await tagger.tag([long])) ?? [];

    expect([...(inPlace?.words ?? [])].slice(0, 6)).toEqual([0, 4, 2, 5, 9, 0]);
    expect([...(inPlace?.sentenceEnds ?? [])].slice(0, 2)).toEqual([4, 7]);
    expect(onThread?.words.slice(0, 21)).toEqual(inPlace?.words.slice(0, 21));
  });

  it('answers calls that are made at once, each with its own', async () => {
    const answers = await Promise.all([tagger.tag([long]), tagger.tag([long, long]), tagger.tag([])]);

    expect(answers.map((answer) => answer?.length)).toEqual([1, 2, 0]);
  });

  it('gives up what takes too long, and works again', async () => {
    const hasty = new ProseTagger(1);
    expect(await hasty.tag([long.repeat(20)])).toBeUndefined();
    await hasty.end();

    expect(await tagger.tag([long])).toHaveLength(1);
  });

  it('gives nothing to whoever waits when it is ended, and starts anew', async () => {
    const waiting = tagger.tag([long.repeat(20)]);
    await tagger.end();

    expect(await waiting).toBeUndefined();
    expect(await tagger.tag([long])).toHaveLength(1);
  });
});
