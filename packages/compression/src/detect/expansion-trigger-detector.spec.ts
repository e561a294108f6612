import { CompressionLevel, type JsonValue, emptyAssembledContext } from '@lexichord/abstractions';
import fc from 'fast-check';

import { StoredTalk, contextOf, talkId, talkSegment } from './test-support/stored-talk.js';

const { full, detailed, brief, tags } = CompressionLevel;

const nothing = emptyAssembledContext('copilot');

/** Three subjects that have hardly a word in common. */
function threeSubjects(): StoredTalk {
  return new StoredTalk([
    { said: ['The boiler in the cellar leaks.', 'Mrs Quist will repair the boiler on 14.03.2025 for 420 crowns.'] },
    { said: ['Our API gateway listens on port 9443.', 'The retry settings are in config/gateway.yml.'] },
    { said: ['Let us plan the hike to the glacier.', 'We need ropes, and Tadeo brings the tent.'] },
  ]);
}

describe('ExpansionTriggerDetector without a conversation', () => {
  const { detector } = threeSubjects();

  it.each([
    "I don't have enough context about the boiler.",
    'Could you remind me what the port was?',
    'Earlier in the conversation...',
  ])('COMP-06 §5: decides by phrase alone: %s', async (answer) => {
    const decision = await detector.shouldExpand(answer, nothing);

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [] });
    expect(decision.reason).toMatch(/^[A-Z].*no conversation was given.*\.$/u);
  });

  it('takes a marker at its word', async () => {
    const decision = await detector.shouldExpand('[[expand:0a1b2c3d-4:brief]]', nothing);

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [], targetLevel: brief });
  });

  it('says no otherwise', async () => {
    const decision = await detector.shouldExpand('The tent is green.', nothing);

    expect(decision).toMatchObject({ shouldExpand: false, segmentIds: [] });
  });
});

describe('ExpansionTriggerDetector with a stored conversation', () => {
  it.each([
    ['Could you remind me what we said about the boiler?', 1],
    ["I don't have enough context about the gateway.", 2],
    ['What did we decide about the tent and the ropes?', 3],
    ["I can't see the earlier messages on the glacier hike.", 3],
    ['The summary does not say which port the API uses.', 2],
    ['I can repair it. But I no longer have the message about the leak in the cellar.', 1],
  ])('names the segment that an answer needs: %s', async (answer, number) => {
    const talk = threeSubjects();

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: brief, 2: brief, 3: brief }));

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [talkSegment(number)], targetLevel: detailed });
    expect(decision.reason).toContain(`segment ${talkSegment(number)}`);
  });

  it.each([
    [tags, brief],
    [brief, detailed],
    [detailed, full],
  ])('asks for one level more than is shown: %d, %d', async (shown, expected) => {
    const talk = threeSubjects();
    const answer = 'Could you remind me what we said about the boiler?';

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: shown, 2: full, 3: full }));

    expect(decision.targetLevel).toBe(expected);
  });

  it.each([
    'I need the exact wording of what you said about the boiler.',
    'Please paste the boiler message again.',
    'What were the numbers for the boiler again?',
  ])('asks for everything where the exact words are needed: %s', async (answer) => {
    const talk = threeSubjects();

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: tags, 2: tags, 3: tags }));

    expect(decision).toMatchObject({ segmentIds: [talkSegment(1)], targetLevel: full });
  });

  it('takes a segment that is not shown at all at Detailed', async () => {
    const talk = threeSubjects();
    const answer = "I don't have enough context about the boiler.";

    const decision = await talk.detector.shouldExpand(answer, nothing, { conversationId: talkId });

    expect(decision).toMatchObject({ segmentIds: [talkSegment(1)], targetLevel: detailed });
  });

  it('falls back to the latest segment, and to the first where the beginning is meant', async () => {
    const talk = threeSubjects();
    const context = talk.context({ 1: brief, 2: brief, 3: brief });

    const late = await talk.detector.shouldExpand("I don't have enough context.", context);
    const early = await talk.detector.shouldExpand("I can't see the beginning of our conversation.", context);

    expect([late.segmentIds, early.segmentIds]).toEqual([[talkSegment(3)], [talkSegment(1)]]);
  });

  it('finds the open segment too', async () => {
    const talk = new StoredTalk([{ said: ['Boiler'] }, { said: ['The ferry leaves at noon.'] }], { isLastOpen: true });

    const decision = await talk.detector.shouldExpand(
      'Could you remind me when the ferry leaves?',
      talk.context({ 1: brief }),
    );

    expect(decision.segmentIds).toEqual([talkSegment(2)]);
  });

  it('never names what the context shows word by word', async () => {
    const talk = threeSubjects();
    const answer = 'Could you remind me what we said about the boiler? [[expand:' + talkSegment(1) + ':full]]';

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: full, 2: brief, 3: brief }));
    const left = await talk.detector.shouldExpand(answer, talk.context({ 1: full, 2: full, 3: full }));

    expect(decision.segmentIds).not.toContain(talkSegment(1));
    expect(left).toMatchObject({ shouldExpand: false, segmentIds: [] });
    expect(left.reason).toContain('every message');
  });

  it('counts as shown only what is there with all of its messages', async () => {
    const talk = threeSubjects();
    const [first = ''] = talk.messageIds(1);
    const segments = [{ segmentId: talkSegment(1), level: full, messageIds: [first] }];
    const answer = 'Could you remind me what we said about the boiler?';

    const part = await talk.detector.shouldExpand(answer, contextOf({ conversationId: talkId, segments }));

    expect(part).toMatchObject({ segmentIds: [talkSegment(1)], targetLevel: full });
  });

  it('ends: each round shows more, until nothing is asked for any more', async () => {
    const talk = threeSubjects();
    const shown: Record<number, CompressionLevel> = { 1: tags, 2: tags, 3: tags };
    const answer = "I don't have enough context about the boiler, the gateway and the hike.";
    let rounds = 0;

    for (; rounds < 20; rounds += 1) {
      const decision = await talk.detector.shouldExpand(answer, talk.context(shown));
      if (!decision.shouldExpand) break;
      for (const id of decision.segmentIds) {
        const number = Number(id.split('-')[1]);
        expect(decision.targetLevel).toBeLessThan(shown[number]!);
        shown[number] = decision.targetLevel;
      }
    }

    expect([rounds <= 9, Object.values(shown)]).toEqual([true, [full, full, full]]);
  });

  it('says that nothing is stored of a conversation that nobody stored', async () => {
    const talk = threeSubjects();

    const decision = await talk.detector.shouldExpand('Remind me?', nothing, { conversationId: 'other' });

    expect(decision).toEqual({
      shouldExpand: false,
      segmentIds: [],
      targetLevel: full,
      reason: 'The conversation has no stored messages.',
    });
  });

  it('reads a closed segment once', async () => {
    const talk = threeSubjects();
    const context = talk.context({ 1: brief, 2: brief, 3: brief });

    for (let turn = 0; turn < 3; turn += 1) await talk.detector.shouldExpand('Remind me of the boiler', context);

    expect(talk.reads).toHaveLength(1);
  });

  it('is cancelled by its signal', async () => {
    const talk = threeSubjects();
    const options = { conversationId: talkId, signal: AbortSignal.abort(new RangeError('enough')) };

    await expect(talk.detector.shouldExpand('Remind me', nothing, options)).rejects.toThrow('enough');
  });
});

describe('ExpansionTriggerDetector with markers', () => {
  it('expands what an agent asks for, in any case of letters', async () => {
    const talk = threeSubjects();
    const answer = `Let me look that up. [[EXPAND:${talkSegment(2).toUpperCase()}:Detailed]]`;

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: tags, 2: tags, 3: tags }));

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [talkSegment(2)], targetLevel: detailed });
    expect(decision.reason).toContain('marker');
  });

  it('takes several at the most detailed of their levels', async () => {
    const talk = threeSubjects();
    const answer = `[[expand:${talkSegment(3)}:brief]] [[expand:${talkSegment(1)}:full]] [[expand:${talkSegment(3)}:brief]]`;

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: tags, 2: tags, 3: tags }));

    expect(decision).toMatchObject({ segmentIds: [talkSegment(3), talkSegment(1)], targetLevel: full });
  });

  it.each([
    ['of another conversation', '[[expand:0a1b2c3d-1:full]]'],
    ['of no segment', `[[expand:${talkSegment(99)}:full]]`],
    ['of a level that is shown', `[[expand:${talkSegment(1)}:brief]]`],
    ['of a level with less', `[[expand:${talkSegment(1)}:tags]]`],
  ])('passes over a marker %s', async (_what, marker) => {
    const talk = threeSubjects();

    const decision = await talk.detector.shouldExpand(marker, talk.context({ 1: brief, 2: brief, 3: brief }));

    expect(decision).toMatchObject({ shouldExpand: false, segmentIds: [] });
    expect(decision.reason).toContain('marker');
  });

  it.each([
    (marker: string) => `\`${marker}\` would expand it.`,
    (marker: string) => `\`\`\`\n${marker}\n\`\`\``,
    (marker: string) => `> ${marker}`,
    (marker: string) => `An agent writes "${marker}" for that.`,
    (marker: string) => marker.replace(']]', ']'),
    (marker: string) => marker.replace(':full', ':everything'),
  ])('does not take a cited or broken marker for one: %#', async (cite) => {
    const talk = threeSubjects();
    const answer = cite(`[[expand:${talkSegment(1)}:full]]`);

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: brief, 2: brief, 3: brief }));

    expect(decision.shouldExpand).toBe(false);
  });
});

describe('ExpansionTriggerDetector with damaged metadata', () => {
  it.each<JsonValue | undefined>([
    undefined,
    {},
    { conversationId: 7, segments: [] },
    { conversationId: '', segments: [] },
    { segments: [{ segmentId: talkSegment(1), level: 0, messageIds: [] }] },
    { __proto__: null, conversationId: null },
  ])('takes the context for one without a conversation: %#', async (metadata) => {
    const { detector } = threeSubjects();

    const decision = await detector.shouldExpand('Could you remind me of the boiler?', contextOf(metadata));

    expect(decision).toMatchObject({ shouldExpand: true, segmentIds: [] });
  });

  it('passes over damaged entries and those of another conversation', async () => {
    const talk = threeSubjects();
    const answer = 'Could you remind me what we said about the boiler?';
    const whole = { segmentId: talkSegment(1), level: 0, messageIds: talk.messageIds(1) };
    const segments = [null, 'x', { ...whole, level: 9 }, { ...whole, messageIds: 'all' }, { level: 0 }];

    const damaged = await talk.detector.shouldExpand(answer, contextOf({ conversationId: talkId, segments }));
    const other = await talk.detector.shouldExpand(answer, contextOf({ conversationId: 'other', segments: [whole] }), {
      conversationId: talkId,
    });

    expect(damaged.segmentIds).toEqual([talkSegment(1)]);
    expect(other.segmentIds).toEqual([talkSegment(1)]);
  });

  it('reads levels by name as by number', async () => {
    const talk = threeSubjects();
    const segments = [{ segmentId: talkSegment(1), level: 'brief', messageIds: talk.messageIds(1) }];

    const decision = await talk.detector.shouldExpand(
      'Could you remind me what we said about the boiler?',
      contextOf({ conversationId: talkId, segments }),
    );

    expect(decision.targetLevel).toBe(detailed);
  });
});

describe('ExpansionTriggerDetector with any text', () => {
  const parts = fc.constantFrom(
    'I do not have ',
    'the earlier ',
    'could you remind me ',
    '"',
    '`',
    '```\n',
    '> ',
    "'",
    '[[expand:',
    '\ud800',
    '\u0000',
    '\u2028',
    '\r',
    '…',
    '? ',
    'never mind ',
    '__proto__ ',
    '42 ',
    'א ',
    '漢字',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts).map((all) => all.join('')),
  );

  it('answers, with segments that gain, and always the same', async () => {
    const talk = threeSubjects();
    const context = talk.context({ 1: brief, 2: full, 3: tags });
    await fc.assert(
      fc.asyncProperty(text, async (answer) => {
        const decision = await talk.detector.shouldExpand(answer, context);

        expect(await talk.detector.shouldExpand(answer, context)).toEqual(decision);
        expect(decision.segmentIds.length > 0).toBe(decision.shouldExpand);
        expect(decision.reason).toMatch(/^[A-Z][^\n]+\.$/u);
        expect(decision.segmentIds).not.toContain(talkSegment(2));
        if (decision.segmentIds.includes(talkSegment(1))) expect(decision.targetLevel).toBeLessThan(brief);
        if (decision.segmentIds.includes(talkSegment(3))) expect(decision.targetLevel).toBeLessThan(tags);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    'a',
    'I ',
    '"',
    "'a",
    "I don't have the earlier ",
    'I can not see the ',
    'was were did is you we ',
    'Could you please kindly ',
    'earlier ',
    '[[expand:',
    '`',
    '> ',
    '\n',
    '. ',
    ', ',
    '漢',
    '\ud800',
    '1.',
    '?',
    '.',
    '…x',
    '~~~',
    'A_',
    'a/b/',
    'I have no idea what you mean. ',
    'The file src/main.ts of Tadeo has 9443 lines. ',
  ])('reads a megabyte of %j', async (piece) => {
    const talk = threeSubjects();
    const answer = piece.repeat(1_000_000 / piece.length);

    const decision = await talk.detector.shouldExpand(answer, talk.context({ 1: brief, 2: brief, 3: brief }));

    expect(typeof decision.shouldExpand).toBe('boolean');
    await talk.detector.shouldExpand(`${answer}x`, nothing);
  });
});
