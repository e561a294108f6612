import { hasWord } from '@lexichord/text-index/internal';

import { StoredTalk, talkId, talkSegment } from '../test-support/stored-talk.js';
import { SegmentWordReader } from './segment-words.js';
import { capitalMark, searchWordsOf } from './search-words.js';

describe('SegmentWordReader', () => {
  it('reads a long conversation in parts, all segments by number, and nothing twice', async () => {
    const talk = new StoredTalk(Array.from({ length: 2_500 }, (_unused, at) => ({ said: [`word${at}`] })));
    const reader = new SegmentWordReader(talk, talk.levels);

    const segments = await reader.read(talkId);
    await reader.read(talkId);

    expect(segments.map(({ segmentId }) => segmentId)).toEqual(segments.map((_one, at) => talkSegment(at + 1)));
    expect(segments.every(({ words }, at) => hasWord(words, `word${at}`))).toBe(true);
    expect(talk.reads).toEqual([
      { from: 0, to: 1_000 },
      { from: 1_000, to: 2_000 },
      { from: 2_000, to: 2_500 },
    ]);
  });

  it('stops between the parts when it is cancelled', async () => {
    const talk = new StoredTalk(Array.from({ length: 1_500 }, () => ({ said: ['word'] })));
    const controller = new AbortController();
    const read = talk.messages.bind(talk);
    talk.messages = (...parameters) => {
      controller.abort(new RangeError('enough'));
      return read(parameters[0], parameters[1]);
    };

    await expect(new SegmentWordReader(talk, talk.levels).read(talkId, controller)).rejects.toThrow('enough');
    expect(talk.reads).toHaveLength(1);
  });

  it.each([
    ['of which messages were lost when it was mended', ['apples', 'plums'], 1],
    ['that was removed, and stored anew under the same ids', ['apples'], 2],
  ])('reads a conversation anew %s', async (_what, said, life) => {
    const old = new StoredTalk([{ said }]);
    const now = new StoredTalk([{ said: ['pears'] }]);
    let talk = old;
    const reader = new SegmentWordReader(
      {
        head: (id) => talk.head(id),
        segments: () => talk.segments(),
        messages: (id, range) => talk.messages(id, range),
      },
      old.levels,
    );
    await reader.read(talkId);

    talk = now;
    old.levels.currentLife = life;
    const [segment] = await reader.read(talkId);

    expect([hasWord(segment!.words, 'apples'), hasWord(segment!.words, 'pears')]).toEqual([false, true]);
  });
});

describe('searchWordsOf', () => {
  it('has words, stems, capitals, numbers with signs, and files by path and by name', () => {
    const words = searchWordsOf(['Running 8,443 to src/main.ts at 10:30 for OPS-4411']);

    for (const word of [
      'running',
      'run',
      capitalMark('Running'),
      '8,443',
      'src/main.ts',
      'main.ts',
      '10:30',
      'ops-4411',
    ]) {
      expect([word, hasWord(words, word)]).toEqual([word, true]);
    }
    expect(hasWord(words, 'ran')).toBe(false);
  });
});
