import { CompressionLevel } from '@lexichord/abstractions';

import { StoredTalk, talkId, talkSegment } from './test-support/stored-talk.js';
import { findDetails } from './details.js';

const { full, detailed, brief, tags } = CompressionLevel;

/** Ten segments, each with its own names, numbers, files and words. */
const subjects: readonly (readonly string[])[] = [
  ['Halvorsen inspected the roof of the barn.', 'The beams cost 18,750 crowns.'],
  ['The importer is in packages/feed/read-feed.py.', 'It fails with code 7731 on Sundays.'],
  ['Our choir sings "Abendlied" and "Locus iste".', 'Wanda conducts it in Graz.'],
  ['The tank holds 64.5 litres.', 'Call the dealer at 555-0173.'],
  ['The maximum is MAX_OPEN_FILES, see limits.toml.', 'parseChunk returns early.'],
  ['The lease ends on 2027-09-30.', 'Mr Ferreira keeps the deposit.'],
  ['Ticket OPS-4411 is about the expired certificate.', 'Ioana renews it.'],
  ['The soup needs lovage and smoked paprika.', 'Aunt Berit cooks it for two hours.'],
  ['Train ICE 598 leaves from platform 23.', 'The seat is number 81 in coach 12.'],
  ['We talked about nothing special.', 'The weather was fine.'],
];

function tenSubjects(): StoredTalk {
  return new StoredTalk(subjects.map((said) => ({ said })));
}

const allBrief = Object.fromEntries(subjects.map((_said, index) => [index + 1, brief]));

/** Answers that name a detail of a segment, without a phrase of need. */
const references: readonly (readonly [string, number])[] = [
  ['I will write to Halvorsen tomorrow.', 1],
  ['The invoice over 18,750 crowns is on its way.', 1],
  ['I opened packages/feed/read-feed.py and fixed the loop.', 2],
  ['I opened read-feed.py and fixed the loop.', 2],
  ['The code 7731 means a timeout.', 2],
  ['Practise "Locus iste" first.', 3],
  ['I asked Wanda for the score.', 3],
  ['A tank of 64.5 litres lasts a week.', 4],
  ['The dealer is at 555-0173.', 4],
  ['Raise `MAX_OPEN_FILES` to be safe.', 5],
  ['The value in limits.toml is too low.', 5],
  ['Then parseChunk returns an empty list.', 5],
  ['It ends on 2027-09-30, so give notice in time.', 6],
  ['I drafted the letter to Mr Ferreira.', 6],
  ['I closed OPS-4411 as done.', 7],
  ['The renewal is up to Ioana now.', 7],
  ['Then ask Berit how much salt it needs.', 8],
  ['Take ICE 598 and change in Linz.', 9],
];

/** Answers with details that no segment has, that are in the context, or that are everywhere. */
const unrelated: readonly string[] = [
  'The capital of France is Paris, and it has 20 districts.',
  'I wrote 12 lines.',
  'First do this, then do that.',
  'We can meet on Sunday.',
  'The Weather Service says that it will rain.',
  'See docs/setup.md for details.',
  'The function renderPage takes 2 arguments.',
  'It costs 99 euros.',
];

describe('references to details', () => {
  it.each(references)('COMP-06 §5: %s is about segment %d', async (answer, number) => {
    const talk = tenSubjects();

    const decision = await talk.detector.shouldExpand(answer, talk.context(allBrief, 'Old talk in short.'));

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [talkSegment(number)] });
    expect(decision.reason).toContain('detail');
  });

  it.each(unrelated)('%s is about none', async (answer) => {
    const talk = tenSubjects();

    const decision = await talk.detector.shouldExpand(answer, talk.context(allBrief, 'Old talk in short.'));

    expect(decision).toMatchObject({ shouldExpand: false, segmentIds: [] });
  });

  it.each(references)('%s needs nothing when the context has the detail', async (answer, number) => {
    const talk = tenSubjects();
    const context = talk.context(allBrief, subjects[number - 1]!.join('\n'));

    await expect(talk.detector.shouldExpand(answer, context)).resolves.toMatchObject({ shouldExpand: false });
  });

  it.each(references)('%s needs nothing when the segment is in the context word by word', async (answer, number) => {
    const talk = tenSubjects();
    const context = talk.context({ ...allBrief, [number]: full }, 'Old talk in short.');

    await expect(talk.detector.shouldExpand(answer, context)).resolves.toMatchObject({ shouldExpand: false });
  });

  it('takes the level with the least text that has the detail', async () => {
    const texts = { brief: 'Somebody inspected the roof.', detailed: 'Halvorsen inspected the roof.' };
    const talk = new StoredTalk([{ said: subjects[0]!, texts }, { said: ['Nothing.'] }]);
    const decide = (answer: string) => talk.detector.shouldExpand(answer, talk.context({ 1: tags, 2: brief }));

    expect((await decide('I will write to Halvorsen.')).targetLevel).toBe(detailed);
    expect((await decide('I will pay the 18,750 crowns.')).targetLevel).toBe(full);
  });

  it('passes over details when the answer says that it has enough', async () => {
    const talk = tenSubjects();
    const answer = 'I have enough context. I will write to Halvorsen tomorrow.';

    const decision = await talk.detector.shouldExpand(answer, talk.context(allBrief));

    expect(decision.shouldExpand).toBe(false);
  });

  it('passes over what is in most segments, and over code and quotations of others', async () => {
    const talk = new StoredTalk(Array.from({ length: 10 }, (_unused, at) => ({ said: [`Gunnhild said ${at}.`] })));
    const decide = (answer: string) => talk.detector.shouldExpand(answer, nothingShown, { conversationId: talkId });
    const nothingShown = talk.context({});

    await expect(decide('I asked Gunnhild.')).resolves.toMatchObject({ shouldExpand: false });
    const ten = tenSubjects();
    for (const answer of ['```\nsend(7731, "Halvorsen")\n```', '> I asked Halvorsen about 7731.']) {
      await expect(ten.detector.shouldExpand(answer, ten.context(allBrief))).resolves.toMatchObject({
        shouldExpand: false,
      });
    }
  });
});

describe('findDetails', () => {
  it('finds names, numbers, files, quoted words and identifiers, each once', () => {
    const found = findDetails(
      'Ask Berit (or Ioana) about "Locus iste", a/b.ts, OPS-4411, 18,750 and parseChunk; Berit knows.',
    );

    expect(found.map(({ words }) => words.join(' ')).sort()).toEqual([
      '18,750',
      '=Berit',
      '=Ioana',
      'a/b.ts',
      'berit',
      'ioana',
      'locus iste',
      'ops-4411',
      'parsechunk',
    ]);
  });

  it('does not take the first word of a sentence for a name', () => {
    expect(findDetails('Maybe. Perhaps\nNever! Why? Because.')).toEqual([]);
  });

  it('ends with many details', () => {
    expect(findDetails(Array.from({ length: 5_000 }, (_unused, at) => `name_${at}`).join(' '))).toHaveLength(200);
  });
});
